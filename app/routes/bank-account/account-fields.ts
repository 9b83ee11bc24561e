import type { RecordField } from "#app/records/screen";
import { holderTypeLabels, holderTypes, payoutCurrencies } from "#worker/contract/bank-accounts";

/** §9: the account types and currencies that are offered. */
export const typeChoices = holderTypes.map((value) => ({ value, label: holderTypeLabels[value] }));
export const currencyChoices = payoutCurrencies.map((value) => ({ value, label: value }));

/** The labels of the account, in the form, in the history and where somebody else saved meanwhile. */
export const accountFields: readonly RecordField[] = [
	{ name: "holderName", label: "Account holder" },
	{
		name: "holderType",
		label: "Account type",
		as: "own",
		shown: (type) => typeChoices.find(({ value }) => value === type)?.label,
	},
	{ name: "bankName", label: "Bank" },
	{ name: "currency", label: "Currency" },
	{ name: "routingNumber", label: "Routing number or sort code" },
	{ name: "lastFour", label: "Account number", as: "own", shown: (digits) => `…${digits}` },
	{ name: "isNumberReplaced", label: "Number entered again", as: "flag" },
];
