// What crosses the channel between the supervisor and a part of the server. The channel clones values, so
// bytes go as they are.
export type Payload = Uint8Array | string;

/** From a part: messages, what it listens to, what it answers, what it asks for. */
export type FromPart =
  | { link: "publish"; subject: string; payload: Payload }
  | { link: "subscribe"; subject: string }
  | { link: "unsubscribe"; subject: string }
  | { link: "serve"; subject: string }
  | { link: "request"; id: number; subject: string; payload: Payload }
  | Answer;

export type ToPart =
  | { link: "message"; subject: string; payload: Payload }
  | { link: "request"; id: number; subject: string; payload: Payload }
  | Answer;

export type Answer =
  | { link: "answer"; id: number; payload: Payload }
  | { link: "failed"; id: number; message: string };

/** Whether a subject fits a pattern, in which `*` stands for one part between dots. */
export function matches(pattern: string, subject: string): boolean {
  if (pattern === subject) return true;
  const [wanted, given] = [pattern.split("."), subject.split(".")];
  return wanted.length === given.length && wanted.every((part, i) => part === "*" || part === given[i]);
}
