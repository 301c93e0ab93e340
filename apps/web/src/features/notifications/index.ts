export { NotificationsTab } from "./NotificationsTab.tsx";
