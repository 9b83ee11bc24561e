import { json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { Outlet, useLoaderData, useParams } from "@remix-run/react";
import { FileText } from "lucide-react";
import { orThrow } from "#app/api/problem-response";
import { ActivityTimeline } from "#app/routes/applicants/activity-timeline";
import { isMaximised } from "#app/routes/applicants/list-address";
import { requireUser } from "#app/session/require-user.server";
import { ProblemPage } from "#app/shell/problem-page";
import { useShell } from "#app/shell/shell-context";
import { classNames } from "#app/ui/class-names";
import { EmptyState } from "#app/ui/empty-state";
import { FormView } from "#app/ui/form-view";
import { readForm } from "#worker/contract/form-reading";
import { anyOf } from "#worker/contract/permissions";
import { listLog } from "#worker/services/applicants/contract";
import { getForm, type Submission } from "#worker/services/forms/contract";

/** Application Information: the submitted form, read by the layout it was made with. */
export const loader = async (args: LoaderFunctionArgs) => {
	await requireUser(args, anyOf("candidate"));
	const { api } = args.context;
	const params = { id: args.params.applicantId ?? "" };
	const { formId } = orThrow(await args.context.applicant(params.id));
	// why: a maximised sheet has two columns (§2), and room for the timeline in the second.
	const isFull = isMaximised(new URL(args.request.url).searchParams);
	const [form, log] = await Promise.all([
		formId ? api.call(getForm, { params: { id: formId } }) : null,
		isFull ? api.call(listLog, { params, query: { size: "20" } }) : null,
	]);
	return json({
		formId,
		sections: form && readSections(orThrow(form)),
		log: log?.ok ? log.value.data : null,
		now: Date.now(),
	});
};

/** What the applicant answered; the referees' sections are hidden from the main view (§2). */
const readSections = ({ layout, data, duplicateFields, attachments }: Submission) =>
	// why: after the reading, which would list the answers of a section left out as 'Other answers'.
	readForm({ layout, data, repeats: duplicateFields, attachments }).filter(
		({ refereeSectionType }) => refereeSectionType === undefined,
	);

const Information = () => {
	const { formId, sections, log, now } = useLoaderData<typeof loader>();
	const { orgName, organisation } = useShell();
	const { applicantId } = useParams();
	const files = `/${orgName}/applicants/${applicantId}/files/${formId}`;
	return (
		<div className={classNames("min-h-full", log && "lg:grid lg:grid-cols-[minmax(0,1fr)_320px]")}>
			<div className="px-5 py-4.5 max-sm:px-3">
				{sections ? (
					<FormView
						sections={sections}
						headingLevel={3}
						timeZone={organisation.timeZone}
						fileHref={({ id }) => `${files}/${id}`}
					/>
				) : (
					<EmptyState icon={FileText} title="No form yet">
						The applicant has not begun to fill in the form.
					</EmptyState>
				)}
			</div>
			{log && (
				<section aria-labelledby="aside-timeline" className="border-line border-l bg-bg px-5 py-4.5 max-lg:hidden">
					<h3 id="aside-timeline" className="mb-3">
						Applicant's Process Timeline
					</h3>
					{log.length > 0 ? <ActivityTimeline entries={log} isLatest now={now} /> : <p>No Activity Log</p>}
				</section>
			)}
			<Outlet />
		</div>
	);
};
export default Information;

export const ErrorBoundary = () => <ProblemPage />;
