import * as v from "valibot";
import { described, flag, text, whole } from "#worker/contract/described";
import { defineEndpoint } from "#worker/contract/endpoint";
import { Id } from "#worker/contract/ids";
import { Keyword, QueryBoolean } from "#worker/contract/page";
import { anyOf } from "#worker/contract/permissions";
import { recordEndpoints, recordName } from "#worker/contract/records";
import { currencies } from "#worker/contract/text/money";
import { visibleText } from "#worker/contract/text/visible-text";
import { SeenVersion } from "#worker/contract/version";

const section = "§7 Forms, templates, statistics, audit, coupons, add-ons, AI";
const readers = anyOf("organisation");

/** In minor units: ten million of a currency. */
const maxPrice = 1_000_000_000;
const wrongPrice = "Enter a price, such as 5,000.00.";

export const maxDescription = 300;

/** What applicants can buy beside the fee (§3 add-on). */
export const addOnRecord = recordEndpoints({
	path: "/addons",
	one: "add-on",
	many: "add-ons",
	section,
	access: {
		read: readers,
		manage: readers,
		create: ["organisation:c"],
		update: ["organisation:u"],
		delete: ["organisation:d"],
	},
	fields: {
		name: recordName("What applicants read; each has its own name."),
		description: described(
			v.optional(
				v.pipe(
					v.string(),
					v.transform(visibleText),
					v.maxLength(maxDescription, `Enter at most ${maxDescription} characters.`),
				),
				"",
			),
			"What applicants get for it.",
		),
		price: described(
			v.pipe(v.number(wrongPrice), v.integer(wrongPrice), v.minValue(1, wrongPrice), v.maxValue(maxPrice, wrongPrice)),
			"The price, in the minor unit of the currency.",
			{ type: "integer" },
		),
		currency: described(v.optional(v.picklist(currencies, "Choose a currency."), "NGN"), "The currency of the price."),
		applicationIds: described(
			v.optional(
				v.pipe(
					v.array(Id),
					v.maxLength(100, "Choose at most 100."),
					v.transform((chosen) => [...new Set(chosen)].sort()),
				),
				[],
			),
			"The ids of the applications whose applicants can buy it; empty for all.",
		),
		enabled: described(v.optional(v.boolean(), true), "Whether it is offered."),
	},
	row: {
		name: text("What applicants read."),
		description: text("What applicants get for it."),
		price: whole("The price, in the minor unit of the currency."),
		currency: text("The currency of the price."),
		applicationIds: described(
			v.array(v.string()),
			"The ids of the applications whose applicants can buy it; empty for all.",
		),
		enabled: flag("Whether it is offered."),
	},
	query: {
		keyword: described(v.optional(Keyword, ""), "Only add-ons whose name contains every word of this text."),
		enabled: described(v.optional(QueryBoolean), "Only add-ons that are offered, or are not."),
		applicationId: described(v.optional(Id), "Only add-ons that applicants of this application can buy."),
	},
	sorts: ["name", "price"],
	problems: {
		create: ["add_on_exists", "add_on_refers_wrongly"],
		update: ["add_on_exists", "add_on_refers_wrongly"],
		remove: [],
	},
});
export const {
	list: listAddOns,
	find: getAddOn,
	create: createAddOn,
	update: updateAddOn,
	remove: deleteAddOn,
	history: listAddOnChanges,
	restore: restoreAddOn,
} = addOnRecord;
export const AddOn = getAddOn.response;
export type AddOn = v.InferOutput<typeof AddOn>;

export const switchAddOn = defineEndpoint({
	method: "PUT",
	path: "/addons",
	summary: "Offer an add-on, or stop offering it.",
	section,
	access: ["organisation:u"],
	body: v.strictObject({
		id: described(Id, "The id of the add-on."),
		enabled: flag("Whether it is offered."),
		version: SeenVersion,
	}),
	response: AddOn,
	problems: ["not_found", "changed_meanwhile"],
});
