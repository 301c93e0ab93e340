import { Select } from "@p4twin/ui";
import type { ReactNode } from "react";

export type PersonNameProps = {
  person: { name: string; email: string };
  isMe: boolean;
  /** what else is known of the person, after the name */
  badges?: ReactNode;
};

/** A person in a list: name and address. */
export function PersonName({ person, isMe, badges }: PersonNameProps) {
  return (
    <span className="flex flex-col">
      <span className="flex items-center gap-2 font-medium">
        <span>
          {person.name}
          {isMe ? <span className="font-normal text-ink-3"> (you)</span> : null}
        </span>
        {badges}
      </span>
      <span className="text-xs text-ink-3">{person.email}</span>
    </span>
  );
}

export type PersonRoleProps<Role extends string> = {
  name: string;
  role: Role;
  options: readonly { value: Role; label: string; hint: string }[];
  /** nobody changes the own role */
  isMe: boolean;
  onChange: (role: Role) => void;
  /** why the role is what it is, under it */
  children?: ReactNode;
};

/** What a person may do, changed in the list. */
export function PersonRole<Role extends string>(props: PersonRoleProps<Role>) {
  const { name, role, options, isMe, onChange, children } = props;
  return (
    <span className="flex flex-col gap-0.5">
      <Select
        aria-label={`Role of ${name}`}
        className="w-32"
        value={role}
        options={options}
        disabled={isMe}
        onValueChange={onChange}
      />
      {children}
    </span>
  );
}
