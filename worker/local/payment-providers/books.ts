import { randomInt, randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { GatewayPlatform } from "../../contract/payment-configurations.ts";
import { type Account, demoAccounts } from "./accounts.ts";

/** `open` waits for the payer, `pending` for a bank. */
export const bookStatuses = ["open", "pending", "success", "failed", "cancelled", "reversed"] as const;
export type BookStatus = (typeof bookStatuses)[number];

/** A payment in a stand-in's books. Amounts in minor units, moments in UTC milliseconds. */
export interface BookedPayment {
	platform: GatewayPlatform;
	/** The id of the account that it is paid to. */
	account: string;
	reference: string;
	/** Names its page. */
	pageId: string;
	/** The provider's number of it. */
	id: number;
	rrr: string | null;
	providerReference: string | null;
	amount: number;
	currency: string;
	status: BookStatus;
	paidAmount: number | null;
	fee: number | null;
	channel: string | null;
	payer: { email: string; name: string; phone: string | null };
	description: string;
	returnUrl: string;
	startedAt: number;
	paidAt: number | null;
	/** What went back, one after the other. */
	refunds: number[];
	/**
	 * The payer's latest complaint at their bank, which of theirs it is, and by when the merchant answers. The payer wins what the
	 * merchant loses.
	 */
	dispute: { state: "open" | "won" | "lost"; amount: number; count?: number; dueAt?: number } | null;
}

export type NewPayment = Pick<BookedPayment, "platform" | "account" | "reference" | "amount"> & Partial<BookedPayment>;

export interface Books {
	accounts(): readonly Account[];
	/** Adds an account, or changes one. */
	putAccount(account: Pick<Account, "platform" | "id"> & Partial<Account>): Account;
	payments(): readonly BookedPayment[];
	find(isWanted: (payment: BookedPayment) => boolean): BookedPayment | undefined;
	/** Adds a payment, or changes the one with this reference. */
	put(payment: NewPayment): BookedPayment;
	/** Writes what has changed to the file, when there is one. */
	save(): void;
}

const keyOf = ({ platform, account, reference }: Pick<BookedPayment, "platform" | "account" | "reference">) =>
	`${platform} ${account} ${reference}`;

/** What a provider keeps of a payment, in cents and kobo; roughly its published price. */
export const feeOf = (platform: GatewayPlatform, amount: number): number => {
	const share = (perMille: number) => Math.round((amount * perMille) / 1_000);
	if (platform === "PAYSTACK") return Math.min(share(15) + (amount >= 250_000 ? 10_000 : 0), 200_000);
	if (platform === "REMITA") return 16_125;
	if (platform === "INTERSWITCH") return Math.min(share(15), 200_000);
	if (platform === "STRIPE") return share(29) + 30;
	return platform === "NABROLL" ? share(10) : 0;
};

/** Opens the books, kept in a file when one is named. */
export const openBooks = (path?: string): Books => {
	const payments = new Map<string, BookedPayment>();
	const accounts = new Map<string, Account>();
	let saving: NodeJS.Timeout | undefined;

	const save = () => {
		clearTimeout(saving);
		saving = undefined;
		if (path === undefined) return;
		mkdirSync(dirname(path), { recursive: true });
		// why renamed: a kill leaves the former file or the new one.
		writeFileSync(
			`${path}.new`,
			JSON.stringify({ accounts: [...accounts.values()], payments: [...payments.values()] }),
		);
		renameSync(`${path}.new`, path);
	};
	const saveSoon = () => {
		if (path !== undefined) saving ??= setTimeout(save, 50);
	};

	const books: Books = {
		accounts: () => [...accounts.values()],
		putAccount: (given) => {
			const key = `${given.platform} ${given.id}`;
			const before = accounts.get(key) ?? { secret: "", webhookSecret: "", more: {}, webhookUrl: null };
			const account = { ...before, ...given };
			accounts.set(key, account);
			saveSoon();
			return account;
		},
		payments: () => [...payments.values()],
		find: (isWanted) => {
			for (const payment of payments.values()) if (isWanted(payment)) return payment;
			return undefined;
		},
		put: (given) => {
			const key = keyOf(given);
			const payment = { ...(payments.get(key) ?? newPayment(given)), ...given };
			payments.set(key, payment);
			saveSoon();
			return payment;
		},
		save,
	};
	const kept: { accounts: Account[]; payments: BookedPayment[] } =
		path !== undefined && existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : { accounts: [], payments: [] };
	for (const account of [...demoAccounts, ...kept.accounts]) books.putAccount(account);
	// why the defaults: a file of before has no refunds.
	for (const payment of kept.payments) payments.set(keyOf(payment), { ...nothingLater(), ...payment });
	return books;
};

const nothingLater = (): Pick<BookedPayment, "refunds" | "dispute"> => ({ refunds: [], dispute: null });

/** Returns what was refunded; of a payment that was reversed, everything. */
export const refundedOf = ({ status, refunds, paidAmount, amount }: BookedPayment): number =>
	status === "reversed" ? (paidAmount ?? amount) : refunds.reduce((sum, one) => sum + one, 0);

/** why beyond 2^32: numbers of Paystack are. */
const newId = () => 2 ** 32 + randomInt(2 ** 40);

/** Returns a payment that is booked with what it does not say: an rrr at Remita, a paid amount when it was paid. */
const newPayment = ({
	platform,
	account,
	reference,
	amount,
	status = "open",
	paidAt,
	startedAt,
}: NewPayment): BookedPayment => {
	const isPaid = status === "success" || status === "reversed";
	const id = newId();
	return {
		platform,
		account,
		reference,
		amount,
		status,
		id,
		pageId: randomUUID(),
		rrr: platform === "REMITA" ? String(100_000_000_000 + randomInt(2 ** 36)) : null,
		providerReference: providerReferenceOf(platform, id),
		currency: platform === "STRIPE" ? "USD" : "NGN",
		channel: isPaid ? "card" : null,
		paidAmount: isPaid ? amount : null,
		fee: isPaid ? feeOf(platform, amount) : null,
		payer: { email: "", name: "", phone: null },
		description: "",
		returnUrl: "",
		...nothingLater(),
		startedAt: startedAt ?? Date.now(),
		paidAt: isPaid ? (paidAt ?? startedAt ?? Date.now()) : null,
	};
};

const providerReferenceOf = (platform: GatewayPlatform, id: number): string | null => {
	if (platform === "STRIPE") return `cs_test_${id.toString(36)}`;
	if (platform === "INTERSWITCH") return `UBA|WEB|MX007|${id}`;
	if (platform === "NABROLL") return `NBR${id}`;
	return platform === "REMITA" ? null : String(id);
};
