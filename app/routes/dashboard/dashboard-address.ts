import { dayMs } from "#worker/contract/day-ms";

/** The days that the dashboard offers; 'days' are those of the address. */
export const periodChoices = [
	{ value: "today", label: "Today" },
	{ value: "week", label: "Last 7 days" },
	{ value: "month", label: "Last 30 days" },
	{ value: "year", label: "Last 12 months" },
	{ value: "all", label: "All time" },
	{ value: "days", label: "Chosen days" },
] as const;
type Period = (typeof periodChoices)[number]["value"];

const usualPeriod: Period = "month";

export interface DashboardAddress {
	application?: string | undefined;
	item?: string | undefined;
	course?: string | undefined;
	period: Period;
	/** Only of chosen days, YYYY-MM-DD. */
	from?: string | undefined;
	to?: string | undefined;
}

/** Reads what the dashboard shows from its address; days without a period are chosen days. */
export const readDashboardAddress = (params: URLSearchParams): DashboardAddress => {
	const one = (name: string) => params.get(name)?.trim() || undefined;
	const [from, to, asked] = [one("from"), one("to"), one("period")];
	const named = periodChoices.find(({ value }) => value === asked)?.value;
	const period = named ?? (from || to ? "days" : usualPeriod);
	const days = period === "days" ? { from, to } : { from: undefined, to: undefined };
	return { application: one("application"), item: one("item"), course: one("course"), period, ...days };
};

/** Returns the query text of a dashboard, without what is usual. */
export const dashboardSearch = (address: Partial<DashboardAddress>): string => {
	const { period, ...rest } = address;
	const named = period === usualPeriod || (period === "days" && (rest.from || rest.to)) ? undefined : period;
	const params = new URLSearchParams();
	for (const [name, value] of Object.entries({ ...rest, period: named })) if (value) params.set(name, value);
	return params.size > 0 ? `?${params}` : "";
};

const addDays = (day: string, days: number): string =>
	new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);

const lengths: Partial<Record<Period, number>> = { today: 1, week: 7, month: 30 };

/** Returns the days of a period that ends today, both included. */
export const daysOf = (
	{ period, from, to }: Pick<DashboardAddress, "period" | "from" | "to">,
	today: string,
): { startDate?: string | undefined; endDate?: string | undefined } => {
	if (period === "all") return {};
	if (period === "days") return { startDate: from, endDate: to };
	if (period === "year") {
		// why: February 29th is in no other year.
		const [year, day] = [Number(today.slice(0, 4)) - 1, today.slice(4).replace("-02-29", "-02-28")];
		return { startDate: addDays(`${year}${day}`, 1), endDate: today };
	}
	return { startDate: addDays(today, 1 - (lengths[period] ?? 1)), endDate: today };
};
