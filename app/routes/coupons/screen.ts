import { TicketPercent } from "lucide-react";
import { createElement } from "react";
import { formatCount, formatNumber } from "#app/format/numbers";
import type { RecordScreen } from "#app/records/screen";
import { CouponStatus, statusNames } from "#app/routes/coupons/coupon-status";
import { type PaymentKind, paymentKinds } from "#worker/contract/payment-kinds";
import { formatDate } from "#worker/contract/text/dates";
import { currencies, formatMoney } from "#worker/contract/text/money";
import { type Coupon, couponStatuses, maxCodes } from "#worker/services/coupons/contract";

/** What is taken off: "25%", "₦5,000.00". */
export const discountOf = ({ percent, amount, currency }: Pick<Coupon, "percent" | "amount" | "currency">): string =>
	percent === null ? formatMoney(amount, currency ?? undefined) : `${percent}%${currency ? ` in ${currency}` : ""}`;

/** The code itself, or how many there are. */
export const codesOf = ({ codes, firstCode }: Pick<Coupon, "codes" | "firstCode">): string =>
	codes === 1 ? firstCode : formatCount(codes, "code");

/** How often it was used, of how often it can be. */
export const usesOf = ({ uses, codes, usesPerCode }: Pick<Coupon, "uses" | "codes" | "usesPerCode">): string =>
	usesPerCode === null ? formatNumber(uses) : `${formatNumber(uses)} of ${formatNumber(codes * usesPerCode)}`;

/** When it can be used, as a list shows it. */
export const periodOf = ({ startsAt, endsAt }: Pick<Coupon, "startsAt" | "endsAt">, timeZone: string): string => {
	if (startsAt === null) return endsAt === null ? "Always" : `Until ${formatDate(endsAt, timeZone)}`;
	if (endsAt === null) return `From ${formatDate(startsAt, timeZone)}`;
	return `${formatDate(startsAt, timeZone)} to ${formatDate(endsAt, timeZone)}`;
};

export const kindNames: Readonly<Record<PaymentKind, string>> = {
	APPLICATION_FEE: "Application fee",
	ACCEPTANCE_FEE: "Acceptance fee",
	ADD_ON: "Add-ons",
	OTHER: "Other fees",
};

/** Discounts that applicants get for a code (§2 Discount codes). */
export const couponScreen: RecordScreen<Coupon> = {
	kind: "coupon",
	path: "discount-code",
	title: "Discount codes",
	icon: TicketPercent,
	one: "discount code",
	many: "discount codes",
	description: "A discount code takes a percentage or an amount off what applicants pay.",
	page: { path: "manage-discount-code", create: "discount-code/new" },
	nameOf: ({ name }) => name,
	columns: ({ timeZone }) => [
		{ heading: "Name", card: "title", sort: "name", text: ({ name }) => name },
		{ heading: "Code", width: 190, card: "line", text: codesOf },
		{ heading: "Discount", width: 130, card: "line", text: discountOf },
		{
			heading: "Can be used",
			width: 370,
			card: "line",
			muted: true,
			sort: "ends",
			text: (row) => periodOf(row, timeZone),
		},
		{ heading: "Used", width: 130, card: "line", numeric: true, sort: "uses", cell: usesOf },
		{ heading: "State", width: 110, card: "aside", cell: (row) => createElement(CouponStatus, row) },
	],
	fields: [
		{ name: "name", label: "Name", description: "For staff. Applicants see the code." },
		{
			as: "number",
			name: "codes",
			label: "Number of codes",
			initially: 1,
			description: `One code for everybody, or up to ${formatNumber(maxCodes)} to hand out. The number can grow later.`,
		},
		{
			name: "ownCode",
			label: "Code of your own",
			isOptional: true,
			maxLength: 30,
			description:
				"Only for a single code: at least 6 letters and digits. Empty: codes are made that nobody can guess.",
		},
		{
			as: "number",
			name: "usesPerCode",
			label: "Uses of each code",
			isOptional: true,
			initially: 1,
			description: "Empty: any number of times.",
		},
		{
			as: "number",
			name: "usesPerApplicant",
			label: "Uses by one applicant",
			isOptional: true,
			initially: 1,
			description: "Empty: any number of times.",
		},
		{
			as: "number",
			name: "percent",
			label: "Percentage off",
			unit: "%",
			isOptional: true,
			description: "A percentage or an amount, not both.",
		},
		{ as: "money", name: "amount", label: "Amount off", isOptional: true, description: "At most the fee itself." },
		{
			as: "choice",
			name: "currency",
			label: "Currency",
			placeholder: "Any currency",
			isOptional: true,
			description: "An amount needs one.",
		},
		{
			as: "choices",
			name: "applicationIds",
			label: "Applications",
			description: "None chosen: it holds for every application.",
		},
		{ as: "choices", name: "paymentKinds", label: "Fees", description: "None chosen: it is taken off every fee." },
		{ as: "moment", name: "startsAt", label: "Begins", isOptional: true, description: "Empty: it holds at once." },
		{ as: "moment", name: "endsAt", label: "Ends", isOptional: true, description: "Empty: it never expires." },
		{ as: "flag", name: "active", label: "On", initially: true, description: "Applicants can use it." },
	],
	search: { name: "keyword", placeholder: "Name or code" },
	sortedBy: "created",
	filters: [
		{ name: "status", label: "State" },
		{ name: "applicationId", label: "Application" },
	],
	uses: ({ id, uses }, { base }) => [{ count: uses, one: "use", to: `${base}/manage-discount-code/${id}/uses` }],
};

/** What a discount code can be chosen to be. */
export const couponChoices = {
	status: couponStatuses.map((value) => ({ value, label: statusNames[value] })),
	currency: currencies.map((value) => ({ value, label: value })),
	paymentKinds: paymentKinds.map((value) => ({ value, label: kindNames[value] })),
};
