import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { Outlet, useActionData, useLoaderData, useLocation, useNavigation } from "@remix-run/react";
import { FileDown, Undo2 } from "lucide-react";
import { keepPage } from "#app/api/keep-page";
import { httpStatus, orThrow } from "#app/api/problem-response";
import { formatCount } from "#app/format/numbers";
import { idempotencyKeyIn } from "#app/list/idempotency-key";
import { ImportProgress, isAtWork } from "#app/records/import/import-progress";
import {
	ImportRows,
	RowOutcome,
	readRowFilter,
	reasonColumn,
	rowNumberColumn,
	rowTabs,
} from "#app/records/import/import-rows";
import { ImportStatus } from "#app/records/import/import-status";
import type { Column } from "#app/records/record-table";
import { showsRecords } from "#app/records/screen";
import { useScreenTexts } from "#app/records/use-screen-texts";
import { courseScreen } from "#app/routes/courses/screen";
import { mayCall } from "#app/session/may-call";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import { titledInAlias } from "#app/shell/titled";
import { Button, LinkButton } from "#app/ui/button";
import { Callout } from "#app/ui/callout";
import { SignedInForm } from "#app/ui/form/form";
import { pagesOf, readPage } from "#app/ui/page/page-address";
import { PageHeader } from "#app/ui/page/page-header";
import { Tabs } from "#app/ui/page/tabs";
import {
	addUploadedCourses,
	type CourseUpload,
	type CourseUploadRow,
	courseColumns,
	getCourseUpload,
	listCourseUploadRows,
	undoCourseUpload,
} from "#worker/services/courses/uploads.contract";
import { retryTask } from "#worker/services/tasks/contract";

export const meta = titledInAlias("Upload of {courses}");

export const loader = async (args: LoaderFunctionArgs) => {
	const { user, orgName, api } = await requireAccess(args, getCourseUpload);
	const { searchParams } = new URL(args.request.url);
	const params = { id: args.params.uploadId ?? "" };
	const { page, size } = readPage(searchParams);
	const query = { ...readRowFilter(searchParams), page: String(page), size: String(size) };
	const [found, rows] = await Promise.all([
		api.call(getCourseUpload, { params }).then(orThrow),
		api.call(listCourseUploadRows, { params, query }).then(orThrow),
	]);
	const here = `/${orgName}/courses/uploads/${params.id}`;
	const pages = pagesOf(here, searchParams, { page, size, total: rows.resultTotal });
	const mayUndo = mayCall(user, undoCourseUpload);
	return json({ found, rows: rows.data, here, pages, mayUndo, idempotencyKey: crypto.randomUUID() });
};

/** Adds the courses of the upload, or tries again what failed. */
export const action = async (args: ActionFunctionArgs) => {
	const { orgName, api } = await requireAccess(args, addUploadedCourses);
	const form = await readSignedInForm(args.request, args.context);
	const params = { id: args.params.uploadId ?? "" };
	const done =
		form.get("intent") === "retry"
			? await api.call(retryTask, { params: { id: String(form.get("taskId") ?? "") } })
			: await api.call(addUploadedCourses, { params }, { idempotencyKey: idempotencyKeyIn(form) });
	if (done.ok) return redirect(`/${orgName}/courses/uploads/${params.id}`);
	if (done.problem.status === 404) orThrow(done);
	return json({ error: done.problem.error }, { status: httpStatus(done.problem) });
};

export const clientAction = keepPage<typeof action>(({ problem: { error } }) => ({ error }));
export const { handle, shouldRevalidate } = showsRecords(courseScreen);

/** An upload of courses: its progress, its rows before anything is added, and what became of them. */
const Uploaded = () => {
	const { found, rows, here, pages } = useLoaderData<typeof loader>();
	const error = useActionData<typeof action>()?.error;
	const { inWords, context } = useScreenTexts();
	const params = new URLSearchParams(useLocation().search);
	const { status, refusal, name } = found;
	const list = `${context.base}/courses`;
	const texts = {
		reading: "The list is being read",
		adding: inWords("The {courses} are being added"),
		undoing: "The import is being undone",
	};
	const discardTo = status === "reading" ? `${here}/discard` : undefined;
	return (
		<div className="grid grid-cols-1 gap-4">
			<PageHeader
				title={name}
				context={<ImportStatus status={status} />}
				back={{ to: `${list}/uploads`, label: inWords("Uploads of {courses}") }}
			/>
			{refusal && (
				<Callout tone="danger" role="alert">
					<p>{refusal}</p>
					<p className="mt-2">
						<LinkButton to={`${list}/upload`}>Upload another list</LinkButton>
					</p>
				</Callout>
			)}
			{isAtWork(found) && (
				<ImportProgress found={found} here={here} texts={texts} discardTo={discardTo} error={error} />
			)}
			{status === "ready" && <UploadReady found={found} here={here} error={error} />}
			{(status === "added" || status === "undone") && <UploadDone found={found} here={here} list={list} />}
			{["ready", "adding", "added", "undoing", "undone"].includes(status) && (
				<>
					<Tabs label="Rows" tabs={rowTabs(found, here, params)} />
					<ImportRows columns={columns} rows={rows} pages={pages} />
				</>
			)}
			<Outlet />
		</div>
	);
};
export default Uploaded;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";

const columns: readonly Column<CourseUploadRow>[] = [
	rowNumberColumn,
	{ heading: courseColumns.code, width: 120, card: "line", text: ({ course }) => course.code },
	{ heading: courseColumns.title, width: 240, card: "title", text: ({ course }) => course.title },
	{ heading: courseColumns.partOf, width: 220, card: "line", muted: true, text: ({ course }) => course.partOf },
	{ heading: "Outcome", width: 120, card: "line", cell: RowOutcome },
	{ ...reasonColumn, text: ({ reason }) => reason ?? "" },
];

interface UploadProps {
	found: CourseUpload;
	here: string;
}

/** Says how many rows can be added, and adds them. */
const UploadReady = ({ found: { counts }, here, error }: UploadProps & { error: string | undefined }) => {
	const { idempotencyKey } = useLoaderData<typeof loader>();
	const { inWords } = useScreenTexts();
	const { formMethod } = useNavigation();
	const { new: fresh = 0, wrong = 0 } = counts;
	const named = formatCount(fresh, inWords("{course}"), inWords("{courses}"));
	return (
		<SignedInForm method="post" id="upload-add" className="grid grid-cols-1 gap-3">
			<input type="hidden" name="idempotencyKey" value={idempotencyKey} />
			{error && (
				<Callout tone="danger" role="alert">
					{error}
				</Callout>
			)}
			<p role="status">
				{named} can be added
				{wrong > 0 && `, ${formatCount(wrong, "row has an error and is", "rows have errors and are")} left out`}.
			</p>
			<div className="flex flex-wrap gap-2.5">
				{fresh > 0 && (
					<Button variant="primary" pending={formMethod === "POST"}>
						Add {named}
					</Button>
				)}
				{wrong > 0 && <FailedRows here={here} />}
				<LinkButton to={`${here}/discard`} preventScrollReset>
					Discard
				</LinkButton>
			</div>
		</SignedInForm>
	);
};

/** Says what was added or undone, gives back the rows that were not, and offers to undo it. */
const UploadDone = ({ found: { status, counts }, here, list }: UploadProps & { list: string }) => {
	const { mayUndo } = useLoaderData<typeof loader>();
	const { inWords } = useScreenTexts();
	const { added = 0, failed = 0, wrong = 0, undone = 0, kept = 0 } = counts;
	const were = (count: number) => formatCount(count, inWords("{course} was"), inWords("{courses} were"));
	return (
		<div className="grid grid-cols-1 gap-3">
			{status === "undone" ? (
				<Callout tone="info" role="status">
					The import was undone: {were(undone)} deleted
					{kept > 0 && `, ${formatCount(kept, "was", "were")} kept. The rows say why`}.
				</Callout>
			) : (
				<Callout tone="success" role="status">
					{were(added)} added
					{failed + wrong > 0 && `, ${formatCount(failed + wrong, "row was", "rows were")} not`}.
				</Callout>
			)}
			<div className="flex flex-wrap gap-2.5">
				<LinkButton to={list}>{inWords("Show all {courses}")}</LinkButton>
				{failed + wrong > 0 && <FailedRows here={here} />}
				{mayUndo && status === "added" && added > 0 && (
					<LinkButton to={`${here}/undo`} icon={Undo2} preventScrollReset>
						Undo this import
					</LinkButton>
				)}
			</div>
		</div>
	);
};

const FailedRows = ({ here }: { here: string }) => (
	<LinkButton to={`${here}/failed-rows`} icon={FileDown} reloadDocument>
		Download the failed rows
	</LinkButton>
);
