import * as v from "valibot";
import type { OrgContext } from "#worker/context";
import { isPossibleNumber } from "#worker/contract/bank-accounts";
import type { EndpointRequest } from "#worker/contract/endpoint";
import type { RecordState } from "#worker/contract/records";
import { fail, ok } from "#worker/contract/result";
import { commit } from "#worker/database/commit";
import { seal } from "#worker/http/seal";
import { writeChange } from "#worker/records/history.writes";
import { BankAccount, type saveBankAccount as saving } from "#worker/services/bank-account/contract";
import { type BankAccountRow, findBankAccount } from "#worker/services/bank-account/queries";
import { changeBankAccount, insertBankAccount } from "#worker/services/bank-account/writes";

/** The name under which the history and the pages know the account. */
export const kind = "bank-account";

export const openBankAccount = async (ctx: OrgContext) => {
	const row = await findBankAccount(ctx);
	return row ? ok(toResponse(row)) : fail("bank_account_missing");
};

/** Enters or changes the bank account; a number that is not sent stays as long as it is the same account. */
export const saveBankAccount = async (
	ctx: OrgContext,
	{ accountNumber, version, routingNumber = "", ...details }: EndpointRequest<typeof saving>["body"],
) => {
	const before = await findBankAccount(ctx);
	const entered = { ...details, routingNumber: routingNumber || null };
	const fault = faultOf(before, { ...entered, accountNumber });
	if (fault) return fail("invalid", { fields: { accountNumber: [fault] } });
	const numbered = accountNumber && {
		lastFour: accountNumber.slice(-4),
		sealedNumber: await seal(
			ctx.env.SECRET,
			{ purpose: "bank-account", organisationId: ctx.organisationId, id: kind },
			accountNumber,
		),
	};
	const { lastFour, sealedNumber } = numbered || before || { lastFour: "", sealedNumber: "" };
	const whole = { ...entered, lastFour, sealedNumber };
	const states = {
		...(before && { before: stateOf(before) }),
		// why: a history without the number must still say that it was replaced.
		after: { ...stateOf(whole), ...(before && accountNumber && { isNumberReplaced: true }) },
	};
	const action = before ? ("updated" as const) : ("created" as const);
	const [id, recordId] = [ctx.newId(), ctx.organisationId];
	const saved = await commit(ctx, {
		guarded: {
			write: before ? changeBankAccount(ctx, whole, version ?? before.updatedAt) : insertBankAccount(ctx, whole),
			expectedChanges: 1,
		},
		writes: [writeChange(ctx, { id, kind, recordId, action, ...states })],
		event: { id, type: `record.${action}` as const, payload: { kind, recordId, name: details.bankName, ...states } },
	});
	const current = await openBankAccount(ctx);
	if (saved || !current.ok) return current.ok ? current : fail("changed_meanwhile");
	return fail("changed_meanwhile", { details: { current: current.value } });
};

interface Sent {
	bankName: string;
	currency: string;
	routingNumber: string | null;
	accountNumber: string | undefined;
}

/** Returns what is wrong with the number, or with its absence. */
const faultOf = (before: BankAccountRow | undefined, { accountNumber, ...sent }: Sent): string | undefined => {
	if (accountNumber !== undefined)
		return isPossibleNumber(accountNumber) ? undefined : "This is no valid account number or IBAN. Check it.";
	if (!before) return "Enter the account number.";
	// why: the kept number would become one of another bank.
	const isOther = (["bankName", "routingNumber", "currency"] as const).some((name) => before[name] !== sent[name]);
	return isOther
		? "Enter the account number again: the bank, its routing number or the currency has changed."
		: undefined;
};

const toResponse = ({ organisationId: id, updatedAt: version, sealedNumber: _, ...row }: BankAccountRow): BankAccount =>
	v.parse(BankAccount, { ...row, id, version });

type Stated = Pick<
	BankAccountRow,
	"holderName" | "holderType" | "bankName" | "currency" | "routingNumber" | "lastFour"
>;

/** What the history keeps: everything but the number. */
const stateOf = ({ holderName, holderType, bankName, currency, routingNumber, lastFour }: Stated): RecordState => ({
	holderName,
	holderType,
	bankName,
	currency,
	routingNumber,
	lastFour,
});
