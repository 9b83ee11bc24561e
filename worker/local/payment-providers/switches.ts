import { setTimeout as wait } from "node:timers/promises";
import type { GatewayPlatform } from "../../contract/payment-configurations.ts";
import type { BookedPayment } from "./books.ts";

/** What can be made to go wrong, besides `ok`, which ends it. */
export const switchNames = [
	"ok",
	"pending",
	"failed",
	"not_found",
	"wrong_amount",
	"wrong_currency",
	"wrong_reference",
	"http_500",
	"http_429",
	"slow",
	"hang",
	"reset",
	"garbage_body",
	"drip",
	"flood",
	"duplicate_webhook",
	"late_webhook",
	"bad_signature",
] as const;
type SwitchName = (typeof switchNames)[number];

/** A switch of a platform; of one account or of one payment where they are named. */
export interface Switch {
	platform: GatewayPlatform;
	account: string | null;
	reference: string | null;
	switch: SwitchName;
	/** How slow, how late, or how long to wait after 429. */
	ms: number;
	/** How often it still works; null is always. */
	times: number | null;
}

type Target = Pick<BookedPayment, "platform" | "account"> & { reference: string | null };

/** Ends a call as a broken provider does. */
export class Broken extends Error {
	readonly kind: SwitchName;
	readonly ms: number;

	constructor(kind: SwitchName, ms: number) {
		super(kind);
		this.kind = kind;
		this.ms = ms;
	}
}

export interface Switches {
	all(): readonly Switch[];
	put(given: Switch): void;
	/** Checks whether a switch is on, and counts that it worked. */
	take(name: SwitchName, target: Target): Switch | undefined;
	/** Breaks off a call that the provider does not get to: 429 and 500. */
	before(target: Target): void;
	/** Breaks off, or delays, the answer to a call that had its effect. */
	after(target: Target): Promise<void>;
	/** Returns a payment as the provider says it is, which may not be what its books have; undefined when it knows none. */
	seen(payment: BookedPayment): BookedPayment | undefined;
}

export const openSwitches = (): Switches => {
	let switches: Switch[] = [];
	const isFor = (one: Switch, { platform, account, reference }: Target) =>
		one.platform === platform &&
		(one.account === null || one.account === account) &&
		(one.reference === null || one.reference === reference);
	const isSamePlace = (one: Switch, other: Switch) =>
		one.platform === other.platform && one.account === other.account && one.reference === other.reference;

	const take: Switches["take"] = (name, target) => {
		const found = switches.find((one) => one.switch === name && isFor(one, target));
		if (found?.times != null) found.times -= 1;
		switches = switches.filter(({ times }) => times === null || times > 0);
		return found;
	};
	const breakOff = (names: readonly SwitchName[], target: Target) => {
		for (const name of names) {
			const found = take(name, target);
			if (found) throw new Broken(name, found.ms);
		}
	};

	return {
		all: () => switches,
		put: (given) => {
			switches = switches.filter(
				(one) => !(isSamePlace(one, given) && (given.switch === "ok" || one.switch === given.switch)),
			);
			if (given.switch !== "ok") switches.push(given);
		},
		take,
		before: (target) => breakOff(["http_429", "http_500"], target),
		after: async (target) => {
			const slow = take("slow", target);
			if (slow) await wait(slow.ms);
			breakOff(["hang", "reset", "garbage_body", "drip", "flood"], target);
		},
		seen: (payment) => {
			if (take("not_found", payment)) return undefined;
			const unpaid = { paidAmount: null, paidAt: null, fee: null };
			if (take("pending", payment)) return { ...payment, status: "pending", ...unpaid };
			if (take("failed", payment)) return { ...payment, status: "failed", ...unpaid };
			const isOther = take("wrong_amount", payment) !== undefined;
			const amount = isOther ? Math.max(1, payment.amount - 100) : payment.amount;
			const currency = take("wrong_currency", payment) ? "GHS" : payment.currency;
			const reference = take("wrong_reference", payment) ? "SOMEBODY-ELSES" : payment.reference;
			return { ...payment, reference, amount, currency, paidAmount: payment.paidAmount === null ? null : amount };
		},
	};
};
