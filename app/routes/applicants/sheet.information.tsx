import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { Outlet, useLoaderData, useParams, useSearchParams } from "@remix-run/react";
import { FileText } from "lucide-react";
import { useMemo } from "react";
import { readSheetSearch } from "#app/list/list-address";
import { ActivityTimeline } from "#app/routes/applicants/activity-timeline";
import { ChangesSummary, changeNote } from "#app/routes/applicants/changes-summary";
import { loadInformation } from "#app/routes/applicants/load-information.server";
import type { ReadChange } from "#app/routes/applicants/read-changes";
import { ProblemPage } from "#app/shell/problem-page";
import { useShell } from "#app/shell/shell-context";
import { shows } from "#app/shell/shows";
import { classNames } from "#app/ui/class-names";
import { type ChangedAnswer, FormView } from "#app/ui/form-view/form-view";
import { Later } from "#app/ui/later";
import { EmptyState } from "#app/ui/page/empty-state";
import { SkeletonLines } from "#app/ui/page/skeleton";

export const loader = (args: LoaderFunctionArgs) => loadInformation(args);

export const { handle, shouldRevalidate } = shows({ applicant: true, records: true });

/** The marks of the answers that the form shows. */
const marksOf = (changes: readonly ReadChange[], timeZone: string): ReadonlyMap<string, ChangedAnswer> =>
	new Map(
		changes.map(({ fieldId, was, became, isCurrent, by, at }) => [
			fieldId,
			{ was, became: isCurrent ? null : became, note: changeNote({ by, at }, timeZone) },
		]),
	);

const Information = () => {
	const { formId, sections, changes, isOfEvent, since, isFull, log, now } = useLoaderData<typeof loader>();
	const { orgName, organisation } = useShell();
	const { applicantId } = useParams();
	const [search] = useSearchParams();
	const here = `/${orgName}/applicants/${applicantId}`;
	const files = `${here}/files/${formId}`;
	const marks = useMemo(() => marksOf(changes, organisation.timeZone), [changes, organisation.timeZone]);
	return (
		<div className={classNames("min-h-full", isFull && "lg:grid lg:grid-cols-[minmax(0,1fr)_320px]")}>
			<div className="px-5 py-4.5 max-sm:px-3">
				{changes.length > 0 && (
					<ChangesSummary
						changes={changes}
						marking={
							isOfEvent
								? { kind: "event", allTo: here + readSheetSearch(search) }
								: { kind: "visit", since: since ?? now }
						}
					/>
				)}
				{sections ? (
					<FormView
						sections={sections}
						headingLevel={3}
						timeZone={organisation.timeZone}
						fileHref={({ id }) => `${files}/${id}`}
						changes={marks}
					/>
				) : (
					<EmptyState icon={FileText} title="No form yet">
						The applicant has not begun to fill in the form.
					</EmptyState>
				)}
			</div>
			{isFull && (
				<section aria-labelledby="aside-timeline" className="border-line border-l bg-bg px-5 py-4.5 max-lg:hidden">
					<h3 id="aside-timeline" className="mb-3">
						Applicant's Process Timeline
					</h3>
					<Later part={log} skeleton={<SkeletonLines lines={5} label="Loading the timeline" />}>
						{(found) =>
							found && found.data.length > 0 ? (
								<ActivityTimeline entries={found.data} isLatest now={now} since={since} />
							) : (
								<p>No Activity Log</p>
							)
						}
					</Later>
				</section>
			)}
			<Outlet />
		</div>
	);
};
export default Information;

export const ErrorBoundary = () => <ProblemPage />;
