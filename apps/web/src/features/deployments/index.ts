export { EditDeploymentPage } from "./EditDeploymentPage.tsx";
export { NewDeploymentPage } from "./NewDeploymentPage.tsx";
