export { BranchesDialog } from "./BranchesDialog.tsx";
