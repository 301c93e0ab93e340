import type { Draft, MasterArbitrationUpdate, StreamMessageResponse, Uint128 } from "../p4runtime/index.ts";
import { CODE, invalid, notFound, precondition } from "./errors.ts";

/** A controller's stream, once it has said who it is. */
export type Controller = {
  readonly role: string;
  /** null: never primary */
  electionId: bigint | null;
  send(message: Draft<StreamMessageResponse>): void;
};

/** A 128-bit number; null: not set, which differs from 0. */
const electionNumber = (id: Uint128 | null): bigint | null => id && (id.high << 64n) | id.low;
const uint128 = (id: bigint): Uint128 => ({ high: id >> 64n, low: BigInt.asUintN(64, id) });

/**
 * Who of the controllers of a role may write: the one with the highest election id ever seen, and nobody when that one
 * has gone.
 */
export class Arbitration {
  private readonly deviceId: bigint;
  private readonly controllers = new Set<Controller>();
  private readonly highest = new Map<string, bigint>();

  constructor(deviceId: bigint) {
    this.deviceId = deviceId;
  }

  /** Takes an arbitration message of a stream and tells whom it concerns; gives the controller of the stream. */
  update(known: Controller | null, message: MasterArbitrationUpdate, send: Controller["send"]): Controller {
    if (message.deviceId !== this.deviceId)
      throw known
        ? precondition("a stream keeps its device")
        : notFound(`this is device ${this.deviceId}, not ${message.deviceId}`);
    if (message.role?.config)
      throw invalid("no scheme of roles is agreed upon: leave the role's config out, each role may do all");
    const role = message.role?.name ?? "";
    if (known && known.role !== role) throw precondition("a stream keeps its role");
    const electionId = electionNumber(message.electionId);
    const other = [...this.controllers].find(
      (each) => each !== known && each.role === role && each.electionId === electionId && electionId !== null,
    );
    if (other) throw invalid("another controller of this role has this election id");
    const controller = known ?? { role, electionId, send };
    const wasPrimary = known !== null && this.isPrimary(known);
    controller.electionId = electionId;
    this.controllers.add(controller);
    const before = this.highest.get(role) ?? null;
    if (electionId !== null && (before === null || electionId > before)) this.highest.set(role, electionId);
    const isChange = this.isPrimary(controller) !== wasPrimary || before !== (this.highest.get(role) ?? null);
    if (isChange) this.tellAll(role);
    else this.tell(controller);
    return controller;
  }

  leave(controller: Controller): void {
    const wasPrimary = this.isPrimary(controller);
    this.controllers.delete(controller);
    if (wasPrimary) this.tellAll(controller.role);
  }

  primary(role: string): Controller | null {
    const highest = this.highest.get(role);
    return [...this.controllers].find((each) => each.role === role && each.electionId === highest) ?? null;
  }

  /** Each primary once, whatever its role. */
  primaries(): Controller[] {
    return [...this.highest.keys()].flatMap((role) => this.primary(role) ?? []);
  }

  /** Whether a call with this role and election id comes from the primary. */
  mayWrite(role: string, id: Uint128 | null): boolean {
    const electionId = electionNumber(id);
    return electionId !== null && this.primary(role)?.electionId === electionId;
  }

  private isPrimary(controller: Controller): boolean {
    return this.primary(controller.role) === controller;
  }

  private tellAll(role: string): void {
    for (const controller of this.controllers) if (controller.role === role) this.tell(controller);
  }

  private tell(controller: Controller): void {
    const { role } = controller;
    const primary = this.primary(role);
    const highest = this.highest.get(role);
    const [code, message] =
      primary === controller
        ? [CODE.ok, "primary"]
        : primary
          ? [CODE.alreadyExists, "another controller is primary"]
          : [CODE.notFound, "no controller is primary"];
    controller.send({
      update: {
        kind: "arbitration",
        value: {
          deviceId: this.deviceId,
          role: role === "" ? null : { name: role },
          electionId: highest === undefined ? null : uint128(highest),
          status: { code, message },
        },
      },
    });
  }
}
