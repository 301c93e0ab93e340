export { AppFrame, type AppFrameProps } from "./frame/AppFrame.tsx";
export { currentHref } from "./frame/currentHref.ts";
export { PageHeader, type PageHeaderProps } from "./frame/PageHeader.tsx";
export type { NavItem } from "./frame/Rail.tsx";
export { StatusItem, type StatusItemProps } from "./frame/StatusItem.tsx";
export { Gallery } from "./gallery/Gallery.tsx";
export { cn } from "./lib/cn.ts";
export type { LinkComponent, LinkProps } from "./lib/link.ts";
export { Alert, type AlertProps } from "./primitives/Alert.tsx";
export { AlertDialog, type AlertDialogProps } from "./primitives/AlertDialog.tsx";
export { Badge, type BadgeProps, type BadgeTone } from "./primitives/Badge.tsx";
export { Breadcrumbs, type BreadcrumbsProps, type Crumb } from "./primitives/Breadcrumbs.tsx";
export { Button, type ButtonProps, buttonVariants } from "./primitives/Button.tsx";
export { Checkbox, type CheckboxProps } from "./primitives/Checkbox.tsx";
export {
  CommandPalette,
  type CommandPaletteProps,
  type PaletteCommand,
  type PaletteGroup,
} from "./primitives/CommandPalette.tsx";
export { CopyField, type CopyFieldProps } from "./primitives/CopyField.tsx";
export { Dialog, type DialogProps } from "./primitives/Dialog.tsx";
export { DropdownMenu, type DropdownMenuProps, type MenuEntry } from "./primitives/DropdownMenu.tsx";
export { EmptyState, type EmptyStateProps } from "./primitives/EmptyState.tsx";
export { ErrorState, type ErrorStateProps } from "./primitives/ErrorState.tsx";
export { Field, type FieldControlProps, type FieldProps } from "./primitives/Field.tsx";
export { FileDrop, type FileDropProps, isAccepted } from "./primitives/FileDrop.tsx";
export { IconButton, type IconButtonProps } from "./primitives/IconButton.tsx";
export { controlClasses, Input, type InputProps } from "./primitives/Input.tsx";
export { KeyHint, type KeyHintProps } from "./primitives/KeyHint.tsx";
export { nameLink, quietLink, textLink } from "./primitives/linkStyles.ts";
export { NumberInput, type NumberInputProps } from "./primitives/NumberInput.tsx";
export { nextIndex } from "./primitives/nextIndex.ts";
export { Panel, type PanelProps } from "./primitives/Panel.tsx";
export { Popover, type PopoverProps } from "./primitives/Popover.tsx";
export { Progress, type ProgressProps } from "./primitives/Progress.tsx";
export { Latency, type LatencyProps, Quantity, type QuantityProps } from "./primitives/Quantity.tsx";
export { ScrollArea, type ScrollAreaProps } from "./primitives/ScrollArea.tsx";
export {
  SegmentedControl,
  type SegmentedControlProps,
  type SegmentedOption,
} from "./primitives/SegmentedControl.tsx";
export { Select, type SelectOption, type SelectProps } from "./primitives/Select.tsx";
export {
  Skeleton,
  type SkeletonProps,
  SkeletonRows,
  type SkeletonRowsProps,
} from "./primitives/Skeleton.tsx";
export { Slider, type SliderProps } from "./primitives/Slider.tsx";
export { Spinner, type SpinnerProps } from "./primitives/Spinner.tsx";
export { StatTile, type StatTileProps } from "./primitives/StatTile.tsx";
export { Switch, type SwitchProps } from "./primitives/Switch.tsx";
export { type Column, type Sort, Table, type TableProps } from "./primitives/Table.tsx";
export { type Tab, Tabs, type TabsProps } from "./primitives/Tabs.tsx";
export { Textarea, type TextareaProps } from "./primitives/Textarea.tsx";
export { Toaster, type ToasterProps, toast } from "./primitives/Toast.tsx";
export { Tooltip, type TooltipProps } from "./primitives/Tooltip.tsx";
export { TableFrame, Td, Th } from "./primitives/tableParts.tsx";
export { type Verdict, VerdictBadge, type VerdictBadgeProps } from "./primitives/VerdictBadge.tsx";
