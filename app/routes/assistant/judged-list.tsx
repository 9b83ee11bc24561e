import { CircleCheck, CircleHelp, CircleX, Users } from "lucide-react";
import { formatCount } from "#app/format/numbers";
import { type Asked, askedSearch } from "#app/routes/assistant/address";
import type { ShownResult } from "#app/routes/assistant/load-assistant.server";
import { useShell } from "#app/shell/shell-context";
import { Badge } from "#app/ui/badge";
import { LinkButton } from "#app/ui/button";
import { Card } from "#app/ui/card";
import { classNames } from "#app/ui/class-names";
import { useAnnounced } from "#app/ui/focus/announce";
import type { Icon } from "#app/ui/icon";
import { iconProps } from "#app/ui/icon";
import { EmptyState } from "#app/ui/page/empty-state";
import { ForwardPages } from "#app/ui/page/forward-pages";
import { Tabs } from "#app/ui/page/tabs";
import { TextLink } from "#app/ui/text-link";
import { VisuallyHidden } from "#app/ui/visually-hidden";
import { type Verdict, verdicts } from "#worker/contract/criteria/terms";
import { missing } from "#worker/contract/text/missing";

export const verdictLabels: Record<Verdict, string> = { met: "Met", notMet: "Not met", cannotTell: "Cannot tell" };

const marks: Record<Verdict, { icon: Icon; className: string }> = {
	met: { icon: CircleCheck, className: "text-green" },
	notMet: { icon: CircleX, className: "text-red" },
	cannotTell: { icon: CircleHelp, className: "text-amber" },
};

const emptyTexts: Record<Verdict, string> = {
	met: "Nobody meets all criteria.",
	notMet: "Nobody fails a criterion.",
	cannotTell: "It is known of every applicant whether they meet the criteria.",
};

interface JudgedListProps {
	result: ShownResult;
	asked: Asked;
	here: string;
}

/** The applicants of one verdict, a page at a time, each with the answers that decided (§3 AI chat). */
export const JudgedList = ({ result, asked, here }: JudgedListProps) => {
	const { list, rows, totals, nextPage, isFirstPage, status } = result;
	const { orgName } = useShell();
	const to = (change: Partial<Asked>) => here + askedSearch({ ...asked, edit: undefined, page: undefined, ...change });
	useAnnounced(`${verdictLabels[list]}: ${formatCount(totals[list], "applicant")}`);
	return (
		<div className="grid gap-3">
			<Tabs
				label="Judged applicants"
				tabs={verdicts.map((verdict) => ({
					to: to({ list: verdict === "met" ? undefined : verdict }),
					label: verdictLabels[verdict],
					current: verdict === list,
					count: totals[verdict],
				}))}
			/>
			<Card>
				{rows.length === 0 ? (
					<EmptyState
						icon={Users}
						title={isFirstPage ? "No applicants" : "Nothing on this page"}
						action={!isFirstPage && <LinkButton to={to({})}>First page</LinkButton>}
					>
						{status === "STARTED" ? "None so far." : isFirstPage ? emptyTexts[list] : "The list ends before this page."}
					</EmptyState>
				) : (
					<ul aria-label={verdictLabels[list]}>
						{rows.map((row) => (
							<li
								key={row.id}
								className="grid gap-x-6 gap-y-1.5 border-b border-line px-4 py-3 last:border-b-0 md:grid-cols-[minmax(0,16rem)_minmax(0,1fr)]"
							>
								<div className="min-w-0">
									<TextLink
										to={`/${orgName}/applicants/${row.id}?application=${asked.application}`}
										className="font-medium [overflow-wrap:anywhere]"
									>
										{row.name}
									</TextLink>
									<p className="text-sm text-text-2 [overflow-wrap:anywhere]">
										{row.applicationNumber} · {row.course}
									</p>
									<p className="text-sm text-text-2">{row.stage}</p>
									{row.isChanged && <Badge colour="amber">Changed since</Badge>}
								</div>
								<ol className="grid min-w-0 content-start gap-1">
									{row.criteria.map((criterion, index) => (
										<Deciding
											// biome-ignore lint/suspicious/noArrayIndexKey: criteria have no name but their place.
											key={index}
											{...criterion}
											text={result.criteria[index] ?? ""}
										/>
									))}
								</ol>
							</li>
						))}
					</ul>
				)}
				{rows.length > 0 && (
					<ForwardPages
						firstTo={isFirstPage ? null : to({})}
						nextTo={nextPage === null ? null : to({ page: String(nextPage) })}
					>
						{formatCount(rows.length)} of {formatCount(totals[list])} on this page
					</ForwardPages>
				)}
			</Card>
		</div>
	);
};

type DecidingProps = ShownResult["rows"][number]["criteria"][number] & { text: string };

/** A criterion, its verdict, and the answers that decided it. */
const Deciding = ({ verdict, because, text }: DecidingProps) => {
	const { icon: Mark, className } = marks[verdict];
	return (
		<li className="flex min-w-0 items-start gap-2">
			<span className={classNames("mt-0.5 shrink-0", className)} title={text}>
				<Mark {...iconProps} />
				<VisuallyHidden>
					{verdictLabels[verdict]}: {text}.
				</VisuallyHidden>
			</span>
			<span className="min-w-0 [overflow-wrap:anywhere]">
				{because.map(({ label, answer }, index) => (
					// biome-ignore lint/suspicious/noArrayIndexKey: two conditions may ask for the same answer.
					<span key={index}>
						{index > 0 && "; "}
						<span className="text-text-2">{label}:</span> {answer ?? missing}
					</span>
				))}
			</span>
		</li>
	);
};
