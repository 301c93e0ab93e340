export { MembersTab } from "./MembersTab.tsx";
export { WorkspaceMenu } from "./WorkspaceMenu.tsx";
export { WorkspacesTab } from "./WorkspacesTab.tsx";
