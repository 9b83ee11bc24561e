import { readPage } from "#app/ui/page/page-address";
import type { statusFilters } from "#worker/services/transactions/contract";

/** §2: what the filters offer. */
export const statusChoices = [
	{ value: "PENDING", label: "Pending" },
	{ value: "SUCCESS", label: "Success" },
	{ value: "FAILED", label: "Failed" },
] as const satisfies readonly { value: (typeof statusFilters)[number]; label: string }[];

export const platformChoices = [
	{ value: "INTERSWITCH", label: "Interswitch" },
	{ value: "PAYSTACK", label: "Paystack" },
	{ value: "REMITA", label: "Remita" },
] as const;

const filterNames = ["q", "status", "platform", "startDate", "endDate"] as const;
const ownNames: readonly string[] = [...filterNames, "page", "size"];

/** Reads the filter and the page of the list from an address; a status in small letters counts too. */
export const readTransactionsAddress = (params: URLSearchParams) => {
	const [q = "", wanted, platform, startDate, endDate] = filterNames.map((name) => params.get(name) || undefined);
	const status = statusChoices.find(({ value }) => value === wanted?.toUpperCase())?.value;
	return {
		...{ q, status, platform: platform?.toUpperCase(), startDate, endDate },
		/** Whether it names a status that does not exist. */
		isUnknown: wanted !== undefined && status === undefined,
		...readPage(params),
	};
};

/** Returns the query text of the list from an address over it: a sheet's, a dialog's. */
export const transactionsSearch = (params: URLSearchParams): string => {
	const own = new URLSearchParams([...params].filter(([name, value]) => value !== "" && ownNames.includes(name)));
	return own.size > 0 ? `?${own}` : "";
};
