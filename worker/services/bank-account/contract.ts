import * as v from "valibot";
import { holderTypes, normaliseAccountNumber, payoutCurrencies } from "#worker/contract/bank-accounts";
import { described, moment, text } from "#worker/contract/described";
import { defineEndpoint } from "#worker/contract/endpoint";
import { PageIndex, PageOf, PageSize } from "#worker/contract/page";
import { anyOf } from "#worker/contract/permissions";
import { RecordChange } from "#worker/contract/records";
import { requiredLine } from "#worker/contract/text/required-line";
import { RecordVersion, SeenVersion } from "#worker/contract/version";

const section = "§7 Payments";
const readers = anyOf("paylog");

const HolderType = described(v.picklist(holderTypes, "Choose an account type."), "What the holder of the account is.");
const Currency = described(
	v.picklist(payoutCurrencies, "Choose USD, GBP or EUR."),
	"The currency in which the account is kept.",
);

export const BankAccount = v.object({
	id: text("The id of the institution, which has one bank account."),
	holderName: text("Whose account it is."),
	holderType: HolderType,
	bankName: text("The bank."),
	currency: Currency,
	routingNumber: v.nullable(text("The routing number or sort code of the bank; null where there is none.")),
	lastFour: text("The last four characters of the account number, which itself is never sent."),
	createdAt: moment("When it was first entered."),
	version: RecordVersion,
});
export type BankAccount = v.InferOutput<typeof BankAccount>;

export const getBankAccount = defineEndpoint({
	method: "GET",
	path: "/stripe",
	summary: "The bank account of the institution, without its number; 404 while none has been entered.",
	section,
	access: readers,
	response: BankAccount,
	problems: ["bank_account_missing"],
});

export const saveBankAccount = defineEndpoint({
	method: "POST",
	path: "/stripe",
	summary:
		"Enter the bank account of the institution, or change it. Its number is encrypted and never sent again; left out of a change, it stays.",
	section,
	access: ["paylog:u"],
	body: v.strictObject({
		holderName: described(
			requiredLine("Enter the account holder's name.", 100, "Enter at most 100 characters."),
			"Whose account it is.",
		),
		holderType: HolderType,
		bankName: described(requiredLine("Enter the name of the bank.", 100, "Enter at most 100 characters."), "The bank."),
		currency: Currency,
		routingNumber: described(
			v.optional(
				v.pipe(
					v.string(),
					v.transform(normaliseAccountNumber),
					v.regex(/^[0-9A-Z]{4,20}$/, "Enter 4 to 20 letters and digits."),
				),
			),
			"The routing number or sort code of the bank; left out where there is none.",
		),
		accountNumber: described(
			v.optional(
				v.pipe(
					v.string(),
					v.transform(normaliseAccountNumber),
					v.regex(/^[0-9A-Z]{6,34}$/, "Enter 6 to 34 letters and digits."),
				),
			),
			"The account number or IBAN. Left out of a change of the same account, the number stays.",
		),
		version: SeenVersion,
	}),
	example: {
		holderName: "Crestfield University",
		holderType: "NON_PROFIT",
		bankName: "Barclays",
		currency: "GBP",
		routingNumber: "20-00-00",
		accountNumber: "55779911",
	},
	response: BankAccount,
	problems: ["changed_meanwhile"],
	idempotent: true,
});

export const bankAccountHistory = defineEndpoint({
	method: "GET",
	path: "/stripe/history",
	summary:
		"Who changed the bank account, when, and what it was before and afterwards, without its number; the newest change first.",
	section,
	access: readers,
	query: v.strictObject({ page: PageIndex, size: PageSize() }),
	response: PageOf(RecordChange),
});
