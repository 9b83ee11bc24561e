import { Users } from "lucide-react";
import { formatCount } from "#app/format/numbers";
import { points } from "#app/routes/rankings/board-table";
import { useShell } from "#app/shell/shell-context";
import { Badge } from "#app/ui/badge";
import { LinkButton } from "#app/ui/button";
import { Card } from "#app/ui/card";
import { useAnnounced } from "#app/ui/focus/announce";
import { EmptyState } from "#app/ui/page/empty-state";
import { ForwardPages } from "#app/ui/page/forward-pages";
import { Tabs } from "#app/ui/page/tabs";
import { TextLink } from "#app/ui/text-link";
import { quotaLabels } from "#worker/contract/ranking/quotas";
import { missing } from "#worker/contract/text/missing";
import type { Board, BoardApplicant, BoardList } from "#worker/services/rankings/board.contract";

const listLabels: Record<BoardList, string> = {
	ranked: "Ranked",
	proposed: "Proposed",
	cannotTell: "Cannot tell",
	holds: "Hold a seat",
};

const emptyTexts: Record<BoardList, string> = {
	ranked: "Nobody has a full score.",
	proposed: "Nobody is proposed.",
	cannotTell: "The score of every applicant is complete.",
	holds: "Nobody has an offer or is admitted.",
};

interface RankedListProps {
	course: Board["courses"][number];
	list: BoardList;
	data: readonly BoardApplicant[];
	nextAfter: number | null;
	isFirstPage: boolean;
	parts: Board["parts"];
	application: string;
	here: string;
}

/** The applicants of a course in one of its lists, a page at a time, each with the answers behind the points. */
export const RankedList = ({
	course,
	list,
	data,
	nextAfter,
	isFirstPage,
	parts,
	application,
	here,
}: RankedListProps) => {
	const { orgName } = useShell();
	const totals = {
		ranked: course.ranked,
		proposed: course.proposed,
		cannotTell: course.cannotTell,
		holds: course.filled,
	};
	const search = (of: BoardList, after?: number) => `${here}?list=${of}${after === undefined ? "" : `&after=${after}`}`;
	useAnnounced(`${listLabels[list]}: ${formatCount(totals[list], "applicant")}`);
	return (
		<div className="grid gap-3">
			<Tabs
				label="Applicants"
				tabs={(["ranked", "proposed", "cannotTell", "holds"] as const).map((one) => ({
					to: search(one),
					label: listLabels[one],
					current: one === list,
					count: totals[one],
				}))}
			/>
			<Card>
				{data.length === 0 ? (
					<EmptyState
						icon={Users}
						title={isFirstPage ? "No applicants" : "Nothing on this page"}
						action={!isFirstPage && <LinkButton to={search(list)}>First page</LinkButton>}
					>
						{isFirstPage ? emptyTexts[list] : "The list ends before this page."}
					</EmptyState>
				) : (
					<ol aria-label={listLabels[list]}>
						{data.map((row) => (
							<li
								key={row.id}
								className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 border-b border-line px-4 py-3 last:border-b-0 md:grid-cols-[3rem_minmax(0,16rem)_minmax(0,1fr)]"
							>
								<span className="text-right text-text-3 tabular-nums">{row.place}</span>
								<div className="min-w-0">
									<TextLink
										to={`/${orgName}/applicants/${row.id}?application=${application}`}
										className="font-medium [overflow-wrap:anywhere]"
									>
										{row.name}
									</TextLink>
									<p className="text-sm text-text-2 [overflow-wrap:anywhere]">
										{row.applicationNumber} · {row.state ?? "State not known"}
									</p>
									<p className="text-sm text-text-2">{row.stage}</p>
									<p className="mt-1 flex flex-wrap gap-1.5">
										{row.quota && <Badge colour="green">{quotaLabels[row.quota]}</Badge>}
										{row.isTied && <Badge colour="amber">Tie</Badge>}
										{row.isChanged && <Badge colour="amber">Changed since</Badge>}
									</p>
								</div>
								<div className="col-start-2 grid min-w-0 content-start gap-1 md:col-start-3">
									<p>
										<span className="font-medium tabular-nums">{points(row.pointsHundredths)}</span>
										{row.mostHundredths > row.pointsHundredths && ` to ${points(row.mostHundredths)}`} points.{" "}
										{row.reason}
									</p>
									<ul className="grid gap-0.5 text-sm">
										{row.parts.map((part, index) => (
											// biome-ignore lint/suspicious/noArrayIndexKey: parts have no name but their place.
											<Part key={index} part={part} about={parts[index]} />
										))}
									</ul>
								</div>
							</li>
						))}
					</ol>
				)}
				{data.length > 0 && (
					<ForwardPages
						firstTo={isFirstPage ? null : search(list)}
						nextTo={nextAfter === null ? null : search(list, nextAfter)}
					>
						{formatCount(data.length)} of {formatCount(totals[list])} on this page
					</ForwardPages>
				)}
			</Card>
		</div>
	);
};

interface PartProps {
	part: BoardApplicant["parts"][number];
	about: Board["parts"][number] | undefined;
}

/** A part of a score: its points of how many, and the answers that decided. */
const Part = ({ part: { pointsHundredths, missingHundredths, because }, about }: PartProps) => (
	<li className="min-w-0 [overflow-wrap:anywhere]" title={about?.text}>
		<span className="tabular-nums">
			{points(pointsHundredths)}
			{missingHundredths > 0 && ` to ${points(pointsHundredths + missingHundredths)}`}
		</span>
		<span className="text-text-2"> of {about?.weight}: </span>
		{because.map(({ label, answer }, index) => (
			// biome-ignore lint/suspicious/noArrayIndexKey: two conditions may ask for the same answer.
			<span key={index}>
				{index > 0 && "; "}
				<span className="text-text-2">{label}</span> {answer ?? missing}
			</span>
		))}
	</li>
);
