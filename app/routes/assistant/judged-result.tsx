import { ArrowRightLeft, Bookmark, List, Pencil, Search } from "lucide-react";
import { formatCount, formatNumber } from "#app/format/numbers";
import { askedSearch } from "#app/routes/assistant/address";
import { JudgedList, verdictLabels } from "#app/routes/assistant/judged-list";
import type { LoadedAssistant } from "#app/routes/assistant/load-assistant.server";
import { useShell } from "#app/shell/shell-context";
import { LinkButton } from "#app/ui/button";
import { Card } from "#app/ui/card";
import { WorkProgress } from "#app/ui/page/work-progress";

/** Letters of the comment that a change of stage begins with. why few: it travels in an address. */
const maxComment = 600;

/** The criteria as the activity log keeps them. */
const commentOn = (criteria: readonly string[]): string => {
	const text = `Meets the criteria: ${criteria.join(". ")}`;
	return text.length > maxComment ? `${text.slice(0, maxComment - 1)}…` : text;
};

interface JudgedResultProps {
	shown: LoadedAssistant;
	result: NonNullable<LoadedAssistant["result"]>;
	/** Whether the user may change applicants. */
	mayMove: boolean;
	/** Why the judging could not be tried again. */
	error: string | undefined;
}

/** The criteria, how many meet them, and what can be done with those. */
export const JudgedResult = ({
	shown: { asked, here, application, stages, stage, prompt },
	result,
	mayMove,
	error,
}: JudgedResultProps) => {
	const { orgName } = useShell();
	const { list, totals, status, task } = result;
	const isCounted = task !== null && task.total > 1;
	const stageName = stages.find(({ value }) => value === stage)?.label ?? stage;
	const judged = `application=${application.id}&judged=${asked.session}:${list}`;
	const hasSome = totals[list] > 0;
	// why only of those who are met: the comment may be in an email, and others should not read what they lack.
	const comment = list === "met" ? `&comment=${encodeURIComponent(commentOn(result.criteria))}` : "";
	return (
		<>
			<Card>
				<div className="grid gap-3 px-4 py-3.5">
					{prompt && <p className="text-text-2 [overflow-wrap:anywhere]">“{prompt}”</p>}
					<div>
						<h2 className="font-medium">{stageName ? `Criteria for applicants at ${stageName}` : "Criteria"}</h2>
						<ol className="mt-1 list-decimal pl-5 [overflow-wrap:anywhere]">
							{[...new Set(result.criteria)].map((text) => (
								<li key={text}>{text}</li>
							))}
						</ol>
					</div>
					<div className="flex flex-wrap gap-2.5">
						<LinkButton
							to={here + askedSearch({ application: application.id, session: asked.session, edit: "1" })}
							icon={Pencil}
						>
							Change criteria
						</LinkButton>
						<LinkButton
							to={`${here}/views/new${askedSearch({ ...asked, edit: undefined })}`}
							icon={Bookmark}
							preventScrollReset
						>
							Save criteria
						</LinkButton>
						<LinkButton to={here + askedSearch({ application: application.id })} icon={Search}>
							Look for others
						</LinkButton>
					</div>
				</div>
			</Card>
			<WorkProgress
				status={status}
				error={error}
				to={here + askedSearch(asked)}
				taskId={task?.id ?? null}
				text={
					isCounted
						? `${formatNumber(task.done)} of ${formatNumber(task.total)} applicants judged.`
						: "Applicants are being judged."
				}
				done={isCounted ? task.done : undefined}
				total={task?.total ?? 1}
				failure="Not all applicants could be judged."
			/>
			<p>{result.sentence}</p>
			{hasSome && status !== "STARTED" && (
				<div className="flex flex-wrap gap-2.5">
					{mayMove && (
						<LinkButton
							to={`/${orgName}/applicants/stage?${judged}&all=1${comment}`}
							icon={ArrowRightLeft}
							variant={list === "met" ? "primary" : undefined}
						>
							Move {formatCount(totals[list], "applicant")} to…
						</LinkButton>
					)}
					<LinkButton to={`/${orgName}/applicants?${judged}`} icon={List}>
						Show “{verdictLabels[list]}” in the list
					</LinkButton>
				</div>
			)}
			<JudgedList result={result} asked={asked} here={here} />
		</>
	);
};
