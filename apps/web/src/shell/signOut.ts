/** Ends the session; also when the server is silent the page is left. */
export async function signOut(): Promise<void> {
  try {
    await fetch("/api/auth/sign-out", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "{}",
    });
  } finally {
    window.location.assign("/sign-in");
  }
}
