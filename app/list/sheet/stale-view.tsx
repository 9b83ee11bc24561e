import { TriangleAlert } from "lucide-react";
import { fullName } from "#app/format/names";
import { noLocationChoice } from "#app/list/no-location";
import { ChangedMeanwhile } from "#app/list/sheet/changed-meanwhile";
import type { StaleChange } from "#app/list/sheet/read-stale.server";
import { useShell } from "#app/shell/shell-context";
import { Callout } from "#app/ui/callout";
import { screenProblems } from "#worker/contract/screen-problems";

const leftAlone = "Left as it is";

/** Shows both versions of an applicant that somebody else changed; sending the form again applies the user's on top. */
export const StaleView = ({ stale: { current, attempted, changes } }: { stale: StaleChange }) => {
	const { organisation } = useShell();
	const { course } = current;
	const { firstName, lastName, middleName = null, accountEmail } = attempted;
	const rows =
		firstName !== undefined && lastName !== undefined
			? ([
					["Name", fullName(current), fullName({ firstName, middleName, lastName })],
					["Email address", current.accountEmail, accountEmail ?? leftAlone],
				] as const)
			: ([
					["Stage", current.stage.name, attempted.stage?.name ?? leftAlone],
					["Posted to", current.location?.name ?? "Nowhere yet", postedTo(attempted)],
					[organisation.aliases.course, `${course.code} ${course.title}`, courseOf(attempted.course)],
					...(attempted.reviewer === undefined
						? []
						: [["Assigned to", current.reviewer?.name ?? "Nobody", attempted.reviewer?.name ?? "Nobody"] as const]),
				] as const);
	return (
		<Callout tone="warning" icon={TriangleAlert} role="alert">
			<p className="font-medium">{screenProblems.stale_applicant.message}</p>
			<table className="mt-2 w-full text-left">
				<thead>
					<tr>
						<td />
						<th scope="col" className={cellClass}>
							Now
						</th>
						<th scope="col" className={cellClass}>
							Yours
						</th>
					</tr>
				</thead>
				<tbody>
					{rows.map(([label, now, yours]) => (
						<tr key={label}>
							<th scope="row" className={`${cellClass} whitespace-nowrap first-letter:uppercase`}>
								{label}
							</th>
							<td className={cellClass}>{now}</td>
							<td className={cellClass}>{yours}</td>
						</tr>
					))}
				</tbody>
			</table>
			<div className="mt-2">
				<ChangedMeanwhile changes={changes} applicant={current} />
			</div>
			<p className="mt-2">{keptText(attempted)}</p>
		</Callout>
	);
};

const keptText = ({ stage, firstName }: StaleChange["attempted"]): string => {
	if (firstName !== undefined) return "What you typed is kept.";
	return stage ? "Your comment is kept." : "What you chose is kept.";
};

/** why not of a move: one without a location leaves the posting. */
const postedTo = ({ stage, location }: StaleChange["attempted"]) =>
	location === null && !stage ? noLocationChoice.label : (location?.name ?? leftAlone);

const courseOf = (course: StaleChange["attempted"]["course"]) =>
	course ? `${course.code} ${course.title}` : leftAlone;

const cellClass = "py-0.5 pr-3 align-top font-normal break-words last:pr-0";
