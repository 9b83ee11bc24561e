import { PackagePlus } from "lucide-react";
import { formatCount } from "#app/format/numbers";
import type { RecordScreen } from "#app/records/screen";
import { currencies, formatMoney } from "#worker/contract/text/money";
import { type AddOn, maxDescription } from "#worker/services/add-ons/contract";

/** What applicants can buy beside the fee (§2 Add-ons). */
export const addOnScreen: RecordScreen<AddOn> = {
	kind: "add_on",
	path: "add-on",
	title: "Add-ons",
	icon: PackagePlus,
	one: "add-on",
	many: "add-ons",
	description: "What applicants can buy beside the fee, such as a printed form by post.",
	nameOf: ({ name }) => name,
	columns: () => [
		{ heading: "Name", width: 260, card: "title", sort: "name", text: ({ name }) => name },
		{ heading: "Description", card: "line", muted: true, text: ({ description }) => description },
		{
			heading: "For",
			width: 170,
			card: "line",
			muted: true,
			text: ({ applicationIds }) =>
				applicationIds.length === 0 ? "Every application" : formatCount(applicationIds.length, "application"),
		},
		{
			heading: "Price",
			width: 140,
			card: "aside",
			sort: "price",
			className: "text-right tabular-nums",
			text: ({ price, currency }) => formatMoney(price, currency),
		},
	],
	fields: [
		{ name: "name", label: "Name", description: "As applicants read it." },
		{ as: "lines", name: "description", label: "Description", maxLength: maxDescription, isOptional: true },
		{ as: "money", name: "price", label: "Price" },
		{ as: "choice", name: "currency", label: "Currency", initially: "NGN" },
		{
			as: "choices",
			name: "applicationIds",
			label: "Applications",
			description: "None chosen: applicants of every application can buy it.",
		},
		{ as: "flag", name: "enabled", label: "Enabled", initially: true, description: "Applicants can buy it." },
	],
	search: { name: "keyword", placeholder: "Name of an add-on" },
	filters: [
		{ name: "enabled", label: "Enabled" },
		{ name: "applicationId", label: "Application" },
	],
};

/** What an add-on can be chosen to be. */
export const addOnChoices = {
	currency: currencies.map((value) => ({ value, label: value })),
	enabled: [
		{ value: "true", label: "Enabled" },
		{ value: "false", label: "Disabled" },
	],
};
