import { readPage } from "#app/ui/page/page-address";
import { platformName } from "#worker/contract/payment-platforms";
import type { TransactionViewFilter } from "#worker/services/saved-views/transaction-views.contract";
import type { statusFilters } from "#worker/services/transactions/contract";

/** §2: what the filters offer. */
export const statusChoices = [
	{ value: "PENDING", label: "Pending" },
	{ value: "SUCCESS", label: "Success" },
	{ value: "FAILED", label: "Failed" },
] as const satisfies readonly { value: (typeof statusFilters)[number]; label: string }[];

const platformChoices = [
	{ value: "INTERSWITCH", label: "Interswitch" },
	{ value: "PAYSTACK", label: "Paystack" },
	{ value: "REMITA", label: "Remita" },
] as const;

const filterNames = [
	...(["q", "status", "platform", "startDate", "endDate"] as const),
	// why no more: §2 has these filters; what follows comes with a link of the dashboard or of a day's close.
	...(["applicationId", "paidDay", "paidFrom", "paidTo"] as const),
] as const;
const ownNames: readonly string[] = [...filterNames, "page", "size"];

/** Returns §2's platforms, and another one that the address names: the payments of a day can be of any. */
export const platformsFor = (chosen: string | undefined) =>
	chosen === undefined || platformChoices.some(({ value }) => value === chosen)
		? platformChoices
		: [...platformChoices, { value: chosen, label: platformName(chosen) }];

/** Reads the filter and the page of the list from an address; a status in small letters counts too. */
export const readTransactionsAddress = (params: URLSearchParams) => {
	const [q = "", wanted, platform, startDate, endDate, applicationId, paidDay, paidFrom, paidTo] = filterNames.map(
		(name) => params.get(name) || undefined,
	);
	const status = statusChoices.find(({ value }) => value === wanted?.toUpperCase())?.value;
	return {
		q,
		status,
		platform: platform?.toUpperCase(),
		startDate,
		endDate,
		applicationId,
		paidDay,
		paidFrom,
		paidTo,
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

/** Returns the query text of the list of a saved view. */
export const transactionViewSearch = ({ name, ...filter }: TransactionViewFilter): string => {
	const filled = Object.entries({ q: name, ...filter }).flatMap(([key, value]) => (value ? [[key, value]] : []));
	return transactionsSearch(new URLSearchParams(filled));
};

/** Returns what of an address a view saves: its filter, not its page. */
export const transactionViewFilter = (params: URLSearchParams): TransactionViewFilter => {
	const { q, status, platform, startDate, endDate } = readTransactionsAddress(params);
	return { ...(q && { name: q }), status, platform, startDate, endDate };
};
