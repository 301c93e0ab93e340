export { AppFrame } from "./frame/AppFrame.tsx";

export { PageHeader } from "./frame/PageHeader.tsx";
export type { NavItem } from "./frame/Rail.tsx";
export { StatusItem } from "./frame/StatusItem.tsx";
export { Gallery } from "./gallery/Gallery.tsx";
export { cn } from "./lib/cn.ts";
export type { LinkProps } from "./lib/link.ts";
export { Alert, type AlertProps } from "./primitives/Alert.tsx";
export { AlertDialog } from "./primitives/AlertDialog.tsx";
export { Badge, type BadgeTone } from "./primitives/Badge.tsx";
export { Breadcrumbs } from "./primitives/Breadcrumbs.tsx";
export { Button, buttonVariants } from "./primitives/Button.tsx";
export { Checkbox } from "./primitives/Checkbox.tsx";
export {
  CommandPalette,
  type PaletteGroup,
} from "./primitives/CommandPalette.tsx";
export { CommitInput } from "./primitives/CommitInput.tsx";
export { CopyField } from "./primitives/CopyField.tsx";
export { Dialog } from "./primitives/Dialog.tsx";
export { DropdownMenu, type MenuEntry } from "./primitives/DropdownMenu.tsx";
export { EmptyState } from "./primitives/EmptyState.tsx";
export { ErrorState } from "./primitives/ErrorState.tsx";
export { Field } from "./primitives/Field.tsx";
export { FileDrop, isAccepted } from "./primitives/FileDrop.tsx";
export { IconButton } from "./primitives/IconButton.tsx";
export { Input } from "./primitives/Input.tsx";
export { KeyHint } from "./primitives/KeyHint.tsx";
export { nameLink, quietLink, textLink } from "./primitives/linkStyles.ts";
export { NumberInput } from "./primitives/NumberInput.tsx";

export { Panel } from "./primitives/Panel.tsx";
export { Popover } from "./primitives/Popover.tsx";
export { PredictedLatency } from "./primitives/PredictedLatency.tsx";
export { PredictedTile } from "./primitives/PredictedTile.tsx";
export { Progress } from "./primitives/Progress.tsx";

export { ScrollArea } from "./primitives/ScrollArea.tsx";
export { SegmentedControl } from "./primitives/SegmentedControl.tsx";
export { Select, type SelectOption } from "./primitives/Select.tsx";
export {
  Skeleton,
  SkeletonRows,
} from "./primitives/Skeleton.tsx";
export { Slider } from "./primitives/Slider.tsx";
export { Spinner } from "./primitives/Spinner.tsx";
export { StatTile } from "./primitives/StatTile.tsx";
export { Switch } from "./primitives/Switch.tsx";
export { type Column, type Sort, Table } from "./primitives/Table.tsx";
export { Tabs } from "./primitives/Tabs.tsx";
export { Textarea } from "./primitives/Textarea.tsx";
export { Toaster, toast } from "./primitives/Toast.tsx";
export { Tooltip } from "./primitives/Tooltip.tsx";
export { TableFrame, Td, Th } from "./primitives/tableParts.tsx";
export { type Verdict, VerdictBadge } from "./primitives/VerdictBadge.tsx";
