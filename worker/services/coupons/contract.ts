import * as v from "valibot";
import { described, flag, moment, text, whole } from "#worker/contract/described";
import { defineEndpoint } from "#worker/contract/endpoint";
import { Id, IdParams } from "#worker/contract/ids";
import { Keyword, PageIndex, PageOf, PageSize, QueryBoolean, ShortListQuery } from "#worker/contract/page";
import { paymentKinds } from "#worker/contract/payment-kinds";
import { anyOf } from "#worker/contract/permissions";
import { recordEndpoints, recordName } from "#worker/contract/records";
import { currencies } from "#worker/contract/text/money";

const section = "§7 Forms, templates, statistics, audit, coupons, add-ons, AI";
const readers = anyOf("coupons");

export const couponStatuses = ["active", "scheduled", "used_up", "expired", "off"] as const;
const CouponStatus = v.picklist(couponStatuses, "Unknown state");
export type CouponStatus = v.InferOutput<typeof CouponStatus>;

/** The most codes of one batch. */
export const maxCodes = 5_000;
/** In minor units: ten million of a currency. */
const maxAmount = 1_000_000_000;

const count = (most: number, what: string) => {
	const wrong = `Enter a whole number from 1 to ${most.toLocaleString("en")}.`;
	return v.config(v.pipe(v.number(what), v.integer(wrong), v.minValue(1, wrong), v.maxValue(most, wrong)), {
		abortPipeEarly: true,
	});
};
const optional = <S extends v.GenericSchema>(schema: S) => v.optional(v.nullable(schema), null);

const minute = 60_000;
const Moment = v.pipe(
	v.number("This is not a moment."),
	v.safeInteger("This is not a moment."),
	v.minValue(0, "This is not a moment."),
	v.transform((moment) => moment - (moment % minute)),
);
const milliseconds = { type: "integer", format: "int64" };

const ids = <S extends v.GenericSchema<string, string>>(one: S) =>
	v.optional(
		v.pipe(
			v.array(one),
			v.maxLength(100, "Choose at most 100."),
			v.transform((chosen) => [...new Set(chosen)].sort()),
		),
		[],
	);

const OwnCode = v.pipe(
	v.string(),
	v.trim(),
	v.toUpperCase(),
	v.maxLength(30, "Enter at most 30 characters."),
	v.regex(/^[A-Z0-9](?:[A-Z0-9 -]*[A-Z0-9])?$/, "Enter letters and digits, with hyphens between them."),
	v.check((code) => code.replace(/[^A-Z0-9]/g, "").length >= 6, "Enter at least 6 letters and digits."),
);

/** Discounts that applicants get for a code (§3 Coupon). */
export const couponRecord = recordEndpoints({
	path: "/coupons",
	one: "discount code",
	many: "discount codes",
	section,
	access: { read: readers, manage: readers, create: ["coupons:c"], update: ["coupons:u"], delete: ["coupons:d"] },
	fields: {
		name: recordName("What staff call it; each has its own name."),
		codes: described(
			v.optional(count(maxCodes, "Enter how many codes."), 1),
			"How many codes it has. Their number can grow, and those that were made are kept.",
			{ type: "integer" },
		),
		ownCode: described(
			optional(OwnCode),
			"The code itself, where there is one and the institution chooses it; null to have it made.",
		),
		usesPerCode: described(
			optional(count(1_000_000, "Enter a number, or nothing.")),
			"How often each code can be used; null for any number of times.",
			{ type: "integer" },
		),
		usesPerApplicant: described(
			optional(count(1_000, "Enter a number, or nothing.")),
			"How often one applicant can use its codes; null for any number of times.",
			{ type: "integer" },
		),
		percent: described(
			optional(count(100, "Enter a percentage.")),
			"The percentage that is taken off; null for an amount.",
			{ type: "integer" },
		),
		amount: described(
			optional(count(maxAmount, "Enter an amount, such as 5,000.00.")),
			"The amount that is taken off, in the minor unit of the currency; null for a percentage.",
			{ type: "integer" },
		),
		currency: described(
			optional(v.picklist(currencies, "Choose a currency.")),
			"The only currency that it holds for; null for all. An amount needs one.",
		),
		applicationIds: described(ids(Id), "The ids of the applications that it holds for; empty for all."),
		paymentKinds: described(
			ids(v.picklist(paymentKinds, "Choose again.")),
			"The kinds of fees that it is taken off; empty for all.",
		),
		startsAt: described(
			optional(Moment),
			"From when it can be used, in UTC milliseconds, to the minute; null for always.",
			milliseconds,
		),
		endsAt: described(
			optional(Moment),
			"Until when it can be used, in UTC milliseconds, to the minute; null for ever.",
			milliseconds,
		),
		active: described(v.optional(v.boolean(), true), "Whether it can be used at all."),
	},
	row: {
		name: text("What staff call it."),
		codes: whole("How many codes it has."),
		ownCode: v.nullable(text("The code that the institution chose; null for codes that were made.")),
		firstCode: text("The only code, or the first one of several."),
		usesPerCode: v.nullable(whole("How often each code can be used; null for any number of times.")),
		usesPerApplicant: v.nullable(whole("How often one applicant can use its codes; null for any number of times.")),
		percent: v.nullable(whole("The percentage that is taken off; null for an amount.")),
		amount: v.nullable(
			whole("The amount that is taken off, in the minor unit of the currency; null for a percentage."),
		),
		currency: v.nullable(text("The only currency that it holds for; null for all.")),
		applicationIds: described(v.array(v.string()), "The ids of the applications that it holds for; empty for all."),
		paymentKinds: described(
			v.array(v.picklist(paymentKinds)),
			"The kinds of fees that it is taken off; empty for all.",
		),
		startsAt: v.nullable(moment("From when it can be used; null for always.")),
		endsAt: v.nullable(moment("Until when it can be used; null for ever.")),
		active: flag("Whether it can be used at all."),
		status: described(
			v.picklist(couponStatuses),
			"Whether it can be used now: `scheduled` has not begun, `used_up` has no use left, `off` was switched off.",
		),
		uses: whole("How often its codes were used, without uses that were released."),
	},
	query: {
		keyword: described(
			v.optional(Keyword, ""),
			"Only those whose name contains every word of this text, or which have this very code.",
		),
		status: described(v.optional(CouponStatus), "Only those in this state."),
		applicationId: described(v.optional(Id), "Only those that hold for this application, or for all."),
	},
	sorts: ["created", "name", "ends", "uses"],
	problems: {
		create: ["coupon_exists", "coupon_code_taken", "coupon_wrong"],
		update: ["coupon_exists", "coupon_code_taken", "coupon_wrong", "coupon_codes_kept"],
		remove: ["coupon_in_use"],
	},
});
export const {
	list: listCoupons,
	find: getCoupon,
	create: createCoupon,
	update: updateCoupon,
	remove: deleteCoupon,
	history: listCouponChanges,
	restore: restoreCoupon,
} = couponRecord;
export const Coupon = getCoupon.response;
export type Coupon = v.InferOutput<typeof Coupon>;

export const DiscountedApplication = v.object({
	id: text("The id of the application."),
	name: text("The title of the application."),
});

export const listDiscountedApplications = defineEndpoint({
	method: "GET",
	path: "/coupons/applications",
	summary: "The applications that discount codes and add-ons can be for, the active ones first.",
	section,
	access: anyOf("coupons", "organisation"),
	query: ShortListQuery,
	response: PageOf(DiscountedApplication),
});

/** A use of a code, as those see it who may see discount codes. */
export const CouponUse = v.object({
	transactionId: text("The id of the payment."),
	code: text("The code that was used."),
	reference: v.nullable(text("The reference of the payment; null where it no longer exists.")),
	status: described(
		v.nullable(v.picklist(["success", "failed", "pending"])),
		"Whether the payment was made; null where it no longer exists.",
	),
	applicant: described(
		v.nullable(
			v.object({
				id: text("The id of the applicant."),
				name: text("The full name."),
				applicationNumber: text("The application number."),
			}),
		),
		"Who used it; null for applicants that the user may not see.",
	),
	amount: whole("What was taken off, in the minor unit of the currency."),
	currency: text("The currency of the payment."),
	usedAt: moment("When the payment was started."),
});
export type CouponUse = v.InferOutput<typeof CouponUse>;

export const CouponItem = v.object({
	position: whole("Its place among the codes, from 0."),
	code: text("The code."),
	uses: whole("How often it was used, without uses that were released."),
	lastUse: described(v.nullable(CouponUse), "Its last use; null while it has none."),
});
export type CouponItem = v.InferOutput<typeof CouponItem>;

export const listCouponItems = defineEndpoint({
	method: "GET",
	path: "/coupons/:id/items",
	summary: "The codes of a discount in the order in which they were made, each with its last use.",
	section,
	access: readers,
	params: IdParams,
	query: v.strictObject({
		page: PageIndex,
		size: PageSize(),
		keyword: described(v.optional(Keyword, ""), "Only codes that contain this text."),
		used: described(v.optional(QueryBoolean), "Only codes that were used, or were not."),
	}),
	response: PageOf(CouponItem),
});

export const listCouponUses = defineEndpoint({
	method: "GET",
	path: "/coupons/:id/uses",
	summary: "Every use that counts of a discount's codes, the newest first.",
	section,
	access: readers,
	params: IdParams,
	query: v.strictObject({ page: PageIndex, size: PageSize() }),
	response: PageOf(CouponUse),
});

export const exportCoupon = defineEndpoint({
	method: "POST",
	path: "/coupons/:id/export",
	summary:
		"Write the codes of a discount code, and who used them, into an Excel file in the background. The answer names the task, whose file is downloaded.",
	section,
	access: readers,
	params: IdParams,
	response: v.object({ taskId: text("The task that makes the file.") }),
	accepted: "/tasks/{taskId}",
	problems: ["too_many_tasks"],
	idempotent: true,
});
