export { LinkPage } from "./LinkPage.tsx";
export { ResetPage } from "./ResetPage.tsx";
export { SignInPage } from "./SignInPage.tsx";
