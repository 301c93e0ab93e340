"use client";
import { Field, Input } from "@p4twin/ui";

/** As the API demands. */
export const MIN_PASSWORD_CHARS = 10;

/** Long enough, and typed twice alike. */
export const passwordReady = (password: string, again: string): boolean =>
  password.length >= MIN_PASSWORD_CHARS && password === again;

type Props = {
  password: string;
  again: string;
  onPassword: (password: string) => void;
  onAgain: (again: string) => void;
};

/** A new password, typed twice. */
export function NewPasswordFields({ password, again, onPassword, onAgain }: Props) {
  const short = password !== "" && password.length < MIN_PASSWORD_CHARS;
  const differs = again !== "" && again !== password;
  return (
    <>
      <Field
        label="New password"
        error={short ? `Use at least ${MIN_PASSWORD_CHARS} characters.` : undefined}
      >
        {(control) => (
          <Input
            {...control}
            type="password"
            autoComplete="new-password"
            value={password}
            onChange={(event) => onPassword(event.target.value)}
          />
        )}
      </Field>
      <Field label="Once more" error={differs ? "The two differ." : undefined}>
        {(control) => (
          <Input
            {...control}
            type="password"
            autoComplete="new-password"
            value={again}
            onChange={(event) => onAgain(event.target.value)}
          />
        )}
      </Field>
    </>
  );
}
