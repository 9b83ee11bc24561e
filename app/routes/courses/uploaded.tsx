import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { FileDown, Undo2 } from "lucide-react";
import { keepPage } from "#app/api/keep-page";
import { formatCount } from "#app/format/numbers";
import { ImportProgress, isAtWork } from "#app/records/import/import-progress";
import { ImportRows, RowOutcome, reasonColumn, rowNumberColumn, rowTabs } from "#app/records/import/import-rows";
import { ImportStatus } from "#app/records/import/import-status";
import { carryOutImport, openImport } from "#app/records/import/open-import.server";
import { addForm, useImportCommands } from "#app/records/import/use-import-commands";
import type { Column } from "#app/records/record-table";
import { showsRecords } from "#app/records/screen";
import { useScreenTexts } from "#app/records/use-screen-texts";
import { courseScreen } from "#app/routes/courses/screen";
import { mayCall } from "#app/session/may-call";
import { requireAccess } from "#app/session/require-user.server";
import { DialogOutlet } from "#app/shell/dialog-outlet";
import { titledInAlias } from "#app/shell/titled";
import { Button, LinkButton } from "#app/ui/button";
import { Callout } from "#app/ui/callout";
import { useAnnouncedResult } from "#app/ui/focus/announce";
import { SignedInForm } from "#app/ui/form/form";
import { useIsAwaiting } from "#app/ui/form/use-is-sending-here";
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

export const meta = titledInAlias("Upload of {courses}");

export const loader = async (args: LoaderFunctionArgs) => {
	const { user, orgName, api } = await requireAccess(args, getCourseUpload);
	const params = { id: args.params.uploadId ?? "" };
	const opened = await openImport(args.request, {
		here: `/${orgName}/courses/uploads/${params.id}`,
		find: () => api.call(getCourseUpload, { params }),
		listRows: (query) => api.call(listCourseUploadRows, { params, query }),
	});
	return json({ ...opened, mayAdd: mayCall(user, addUploadedCourses), mayUndo: mayCall(user, undoCourseUpload) });
};

/** Adds the courses of the upload, or tries again what failed. */
export const action = (args: ActionFunctionArgs) => {
	const params = { id: args.params.uploadId ?? "" };
	return carryOutImport(args, {
		guard: addUploadedCourses,
		path: `courses/uploads/${params.id}`,
		add: (api, options) => api.call(addUploadedCourses, { params }, options),
	});
};

export const clientAction = keepPage<typeof action>(({ problem: { error } }) => ({ error }));
export const { handle, shouldRevalidate } = showsRecords(courseScreen);

/** An upload of courses: its progress, its rows before anything is added, and their results. */
const Uploaded = () => {
	const { found, rows, here, pages, mayAdd, mayUndo } = useLoaderData<typeof loader>();
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
	const discardTo = mayAdd && status === "reading" ? `${here}/discard` : undefined;
	const { ready, done, canUndo, failed } = summaryOf(found, inWords);
	useAnnouncedResult(done ?? ready);
	useImportCommands({
		here,
		addLabel: mayAdd && ready && found.counts.new ? inWords("Add the {courses}") : undefined,
		mayUndo: mayUndo && canUndo,
		mayDiscard: mayAdd && (status === "reading" || status === "ready"),
		hasFailedRows: failed > 0,
	});
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
					{mayAdd && (
						<p className="mt-2">
							<LinkButton to={`${list}/upload`}>Upload another list</LinkButton>
						</p>
					)}
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
			<DialogOutlet />
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
const UploadReady = ({ found, here, error }: UploadProps & { error: string | undefined }) => {
	const { mayAdd, idempotencyKey } = useLoaderData<typeof loader>();
	const { inWords } = useScreenTexts();
	const isAwaiting = useIsAwaiting();
	const { new: fresh = 0, wrong = 0 } = found.counts;
	const named = formatCount(fresh, inWords("{course}"), inWords("{courses}"));
	return (
		<SignedInForm method="post" id={addForm} className="grid grid-cols-1 gap-3">
			<input type="hidden" name="idempotencyKey" value={idempotencyKey} />
			{error && (
				<Callout tone="danger" role="alert">
					{error}
				</Callout>
			)}
			<p>{summaryOf(found, inWords).ready}</p>
			<div className="flex flex-wrap gap-2.5">
				{mayAdd && fresh > 0 && (
					<Button variant="primary" pending={isAwaiting}>
						Add {named}
					</Button>
				)}
				{wrong > 0 && <FailedRows here={here} />}
				{mayAdd && (
					<LinkButton to={`${here}/discard`} preventScrollReset>
						Discard
					</LinkButton>
				)}
			</div>
		</SignedInForm>
	);
};

/** Says what was added or undone, gives back the rows that were not, and offers to undo it. */
const UploadDone = ({ found, here, list }: UploadProps & { list: string }) => {
	const { mayUndo } = useLoaderData<typeof loader>();
	const { inWords } = useScreenTexts();
	const { done, canUndo, failed } = summaryOf(found, inWords);
	return (
		<div className="grid grid-cols-1 gap-3">
			<Callout tone={found.status === "undone" ? "info" : "success"}>{done}</Callout>
			<div className="flex flex-wrap gap-2.5">
				<LinkButton to={list}>{inWords("Show all {courses}")}</LinkButton>
				{failed > 0 && <FailedRows here={here} />}
				{mayUndo && canUndo && (
					<LinkButton to={`${here}/undo`} icon={Undo2} preventScrollReset>
						Undo this import
					</LinkButton>
				)}
			</div>
		</div>
	);
};

/** What the page says of an upload, and what can be done with it. */
const summaryOf = ({ status, counts }: CourseUpload, inWords: (text: string) => string) => {
	const { new: fresh = 0, wrong = 0, added = 0, failed = 0, undone = 0, kept = 0 } = counts;
	const were = (count: number) => formatCount(count, inWords("{course} was"), inWords("{courses} were"));
	const lost = failed + wrong;
	const texts: Partial<Record<CourseUpload["status"], string>> = {
		ready: `${formatCount(fresh, inWords("{course}"), inWords("{courses}"))} can be added${
			wrong > 0 ? `, ${formatCount(wrong, "row has an error and is", "rows have errors and are")} left out` : ""
		}.`,
		added: `${were(added)} added${lost > 0 ? `, ${formatCount(lost, "row was", "rows were")} not` : ""}.`,
		undone: `The import was undone: ${were(undone)} deleted${
			kept > 0 ? `, ${formatCount(kept, "was", "were")} kept. The rows say why` : ""
		}.`,
	};
	return {
		ready: status === "ready" ? texts.ready : undefined,
		done: status === "ready" ? undefined : texts[status],
		canUndo: status === "added" && added > 0,
		failed: texts[status] === undefined ? 0 : lost,
	};
};

const FailedRows = ({ here }: { here: string }) => (
	<LinkButton to={`${here}/failed-rows`} icon={FileDown} reloadDocument>
		Download the failed rows
	</LinkButton>
);
