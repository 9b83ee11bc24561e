import { internationalPlatforms, localPlatforms } from "#worker/contract/payment-platforms";

const screens = {
	"local-payments": {
		path: "local-payments",
		title: "Local payments",
		one: "local payment configuration",
		description: "The accounts at payment platforms that applicants pay into, in naira.",
		platforms: localPlatforms,
	},
	"international-payments": {
		path: "international-payments",
		title: "International payments",
		one: "international payment configuration",
		description: "The accounts that applicants abroad pay into, in dollars, pounds or euros.",
		platforms: internationalPlatforms,
	},
} as const;
export type PaymentScreen = (typeof screens)[keyof typeof screens];

/** Returns which of the two screens an address is of. */
export const screenAt = (pathname: string): PaymentScreen =>
	pathname.split("/")[2] === "international-payments" ? screens["international-payments"] : screens["local-payments"];
