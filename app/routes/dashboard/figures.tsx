import type { ReactNode } from "react";
import { formatCount, formatNumber } from "#app/format/numbers";
import type { ShownStatistics } from "#app/routes/dashboard/shown-statistics.server";
import { Card } from "#app/ui/card";
import { Skeleton } from "#app/ui/page/skeleton";
import { TextLink } from "#app/ui/text-link";
import { formatMoney } from "#worker/contract/text/money";

interface FigureProps {
	name: string;
	/** Where the rows behind it are. */
	to?: string | undefined;
	children: ReactNode;
	note: ReactNode;
}

const Figure = ({ name, to, children, note }: FigureProps) => (
	<Card className="figure">
		<dt>{name}</dt>
		<dd>
			<span>{to ? <TextLink to={to}>{children}</TextLink> : children}</span>
			<span>{note}</span>
		</dd>
	</Card>
);

const gridClass = "grid grid-cols-1 gap-3 min-[420px]:grid-cols-2 lg:grid-cols-3 xl:grid-cols-5";

interface FiguresProps {
	statistics: ShownStatistics;
	/** Lists of what is counted, as far as the user may open them and one list holds it all. */
	links: {
		payments?: string | undefined;
		submitted?: string | undefined;
		offers?: string | undefined;
		applicants?: string | undefined;
	};
}

/** The statistics in one number each. */
export const Figures = ({ statistics, links }: FiguresProps) => {
	const { currencies, payments, reversals, submitted, applicants, offers, candidates } = statistics;
	const [main, ...others] = currencies;
	return (
		<dl className={gridClass}>
			<Figure name="Revenue" to={links.payments} note={main ? <RevenueNote {...main} /> : "Nothing was paid"}>
				{formatMoney(main?.revenue ?? 0, main?.currency)}
				{others.map(({ currency, revenue }) => (
					<span key={currency} className="block text-base">
						{formatMoney(revenue, currency)}
					</span>
				))}
			</Figure>
			<Figure
				name="Successful payments"
				to={links.payments}
				note={reversals === 0 ? "None was reversed" : formatCount(reversals, "reversal")}
			>
				{formatNumber(payments)}
			</Figure>
			<Figure name="Forms submitted" to={links.submitted} note="In the period">
				{formatNumber(submitted)}
			</Figure>
			<Figure
				name="Applicants"
				to={links.applicants}
				note={
					candidates.expected === null || candidates.expected === 0
						? "Now"
						: `${formatNumber(candidates.actual)} of ${formatNumber(candidates.expected)} expected candidates have applied`
				}
			>
				{formatNumber(applicants)}
			</Figure>
			<Figure
				name="Conditional offers"
				to={links.offers}
				note={`${formatNumber(offers.accepted)} admitted, ${formatNumber(offers.declined)} declined`}
			>
				{formatNumber(offers.offered)}
			</Figure>
		</dl>
	);
};

const RevenueNote = ({ reversed, charges, currency }: ShownStatistics["currencies"][number]) =>
	reversed > 0
		? `${formatMoney(reversed, currency)} went back`
		: charges > 0
			? `${formatMoney(charges, currency)} of it charges`
			: "Nothing went back";

/** As large as the figures. */
export const FiguresSkeleton = () => (
	<div className={gridClass}>
		{["revenue", "payments", "forms", "applicants", "offers"].map((name) => (
			<Skeleton key={name} className="h-31 rounded-lg" />
		))}
	</div>
);
