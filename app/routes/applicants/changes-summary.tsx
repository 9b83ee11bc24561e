import { Check, History } from "lucide-react";
import { dayAndTime } from "#app/format/days";
import { inWords } from "#app/format/in-words";
import { formatCount } from "#app/format/numbers";
import type { ReadChange } from "#app/routes/applicants/read-changes";
import { useShell } from "#app/shell/shell-context";
import { Button } from "#app/ui/button";
import { Callout } from "#app/ui/callout";
import { DescriptionItem, DescriptionList } from "#app/ui/description-list";
import { SignedInForm } from "#app/ui/form/form";
import { FormValue } from "#app/ui/form-view/form-value";
import { TextLink } from "#app/ui/text-link";
import { capitalise } from "#worker/contract/text/capitalise";
import { formatDateTime } from "#worker/contract/text/dates";

/** The source of the marks: one event of the log, or the changes since the user's last visit. */
export type Marking = { kind: "event"; allTo: string } | { kind: "visit"; since: number; shownAt: number };

/** Names of the applicant's own fields, which are not form answers. */
const ownNames = new Map([
	["location", "Posted to"],
	["reviewer", "Assigned to"],
	["stage", "Stage"],
	["firstName", "First name"],
	["middleName", "Middle name"],
	["lastName", "Last name"],
	["accountEmail", "Email address"],
]);

/** Says how many answers changed, by whom and when, and lists changes that the form below does not show. */
export const ChangesSummary = ({ changes, marking }: { changes: readonly ReadChange[]; marking: Marking }) => {
	const { organisation } = useShell();
	const elsewhere = changes.filter(({ isShown }) => !isShown);
	const nameOf = ({ fieldId, was }: ReadChange) => {
		const name = fieldId === "course" ? organisation.aliases.course : (ownNames.get(fieldId) ?? was.label);
		return name.replace(/^./, (first) => first.toUpperCase());
	};
	return (
		<section aria-labelledby="changes-title" className="mb-6">
			<Callout
				icon={History}
				action={
					marking.kind === "event" ? (
						<TextLink to={marking.allTo}>Show the whole form as it is</TextLink>
					) : (
						<SignedInForm id="mark-read" preventScrollReset>
							<Button size="small" name="until" value={marking.shownAt} icon={Check}>
								Mark as read
							</Button>
						</SignedInForm>
					)
				}
			>
				<h3 id="changes-title" className="font-medium">
					{titleOf(changes)}
				</h3>
				<p>{subtitleOf(changes, marking, organisation.timeZone)}</p>
			</Callout>
			{elsewhere.length > 0 && (
				<div className="mt-2">
					<DescriptionList>
						{elsewhere.map((change) => (
							<DescriptionItem
								key={change.fieldId}
								label={nameOf(change)}
								previous={<FormValue field={change.was} timeZone={organisation.timeZone} />}
								note={changeNote(change, organisation.timeZone)}
							>
								{change.became.kind === "empty" ? null : (
									<FormValue field={change.became} timeZone={organisation.timeZone} />
								)}
							</DescriptionItem>
						))}
					</DescriptionList>
				</div>
			)}
		</section>
	);
};

const titleOf = (changes: readonly ReadChange[]): string => {
	const answers = changes.filter(({ fieldId, isShown }) => isShown || (fieldId !== "course" && !ownNames.has(fieldId)));
	return answers.length > 0 ? `${formatCount(answers.length, "answer")} changed` : "Details changed";
};

const subtitleOf = (changes: readonly ReadChange[], marking: Marking, timeZone: string): string => {
	if (marking.kind === "event") return changeNote(changes[0], timeZone);
	return `${byAndAt(changes, marking.shownAt, timeZone)}, since you opened this applicant on ${formatDateTime(marking.since, timeZone)}.`;
};

/** More names than these are counted. */
const maxNames = 3;

/** Returns "By Hauwa Bello, today 09:14" or, of changes at different times, "By Hauwa Bello and Musa Danladi, last today 09:14". */
const byAndAt = (changes: readonly ReadChange[], now: number, timeZone: string): string => {
	const names = [...new Set(changes.flatMap(({ by }) => by ?? []))];
	const others = names.length > maxNames ? names.splice(maxNames - 1).length : 0;
	const by = inWords(others > 0 ? [...names, `${others} others`] : names);
	const times = changes.map(({ at }) => at);
	const last = Math.max(...times);
	const when = `${times.some((at) => at !== last) ? "last " : ""}${dayAndTime(last, now, timeZone)}`;
	return capitalise([by && `by ${by}`, when].filter(Boolean).join(", "));
};

/** Returns "Hauwa Bello · November 3rd 2026, 10:02". */
export const changeNote = (change: Pick<ReadChange, "by" | "at"> | undefined, timeZone: string): string =>
	change ? [change.by, formatDateTime(change.at, timeZone)].filter(Boolean).join(" · ") : "";
