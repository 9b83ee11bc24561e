import {
	type ActionFunctionArgs,
	json,
	type LoaderFunctionArgs,
	type MetaFunction,
	redirect,
	type TypedResponse,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { FileDown, Undo2 } from "lucide-react";
import { keepPage } from "#app/api/keep-page";
import { httpStatus, orThrow } from "#app/api/problem-response";
import { formatCount } from "#app/format/numbers";
import { idempotencyKeyIn } from "#app/list/idempotency-key";
import { ImportProgress, isAtWork } from "#app/records/import/import-progress";
import { ImportRows, RowOutcome, reasonColumn, rowNumberColumn, rowTabs } from "#app/records/import/import-rows";
import { ImportStatus } from "#app/records/import/import-status";
import { openImport } from "#app/records/import/open-import.server";
import { useImportCommands } from "#app/records/import/use-import-commands";
import type { Column } from "#app/records/record-table";
import { ImportColumns, type ImportRefusal } from "#app/routes/uploaded-candidates/import-columns";
import { countedRows, ImportReady } from "#app/routes/uploaded-candidates/import-ready";
import { importParams } from "#app/routes/uploaded-candidates/import-request";
import { nameIn } from "#app/routes/uploaded-candidates/name-in";
import { mayCall } from "#app/session/may-call";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import { DialogOutlet } from "#app/shell/dialog-outlet";
import { ProblemPage } from "#app/shell/problem-page";
import { useShell } from "#app/shell/shell-context";
import { shows } from "#app/shell/shows";
import { LinkButton } from "#app/ui/button";
import { Callout } from "#app/ui/callout";
import { useAnnouncedResult } from "#app/ui/focus/announce";
import { Tabs } from "#app/ui/page/tabs";
import { formatDateTime } from "#worker/contract/text/dates";
import { retryTask } from "#worker/services/tasks/contract";
import type { CandidateImportRow } from "#worker/services/uploaded-candidates/imports.contract";
import {
	addImport,
	type CandidateImport,
	type ColumnField,
	getImport,
	isColumnField,
	listImportRows,
	mapColumns,
} from "#worker/services/uploaded-candidates/imports.contract";

const candidateColumns: readonly Column<CandidateImportRow>[] = [
	rowNumberColumn,
	{ heading: "JAMB number", width: 170, card: "line", className: "tabular-nums", text: ({ data }) => data.examNumber },
	{ heading: "Name", width: 240, card: "title", text: ({ data }) => nameIn(data) },
	{ heading: "Outcome", width: 170, card: "line", cell: RowOutcome },
	{ ...reasonColumn, cell: ({ reasons }) => reasons.map((reason) => <p key={reason}>{reason}</p>) },
];

export const meta: MetaFunction<typeof loader> = ({ data }) => [
	{ title: `${data?.found.name ?? "Import"} · Matricula` },
];

const workTexts = {
	reading: "The list is being read",
	checking: "The rows are being checked",
	adding: "The candidates are being imported",
	undoing: "The import is being undone",
};

const withRows = ["ready", "adding", "added", "undoing", "undone"];

export const loader = async (args: LoaderFunctionArgs) => {
	const { user, orgName, api } = await requireAccess(args, getImport);
	const params = importParams(args.params);
	const opened = await openImport(args.request, {
		here: `/${orgName}/manage-candidates/${params.id}/imports/${params.importId}`,
		find: () => api.call(getImport, { params }),
		listRows: (query) => api.call(listImportRows, { params, query }),
	});
	return json({ ...opened, mayChange: mayCall(user, addImport) });
};

/** Takes the import to its next step: confirms its columns, adds its rows, or tries again what failed. */
export const action = async (args: ActionFunctionArgs): Promise<TypedResponse<ImportRefusal>> => {
	const { orgName } = await requireAccess(args, addImport);
	const { api } = args.context;
	const form = await readSignedInForm(args.request, args.context);
	const params = importParams(args.params);
	const intent = form.get("intent");
	const columns = intent === "columns" ? columnsIn(form) : null;
	const addDuplicates = form.get("addDuplicates") === "yes";
	const done = columns
		? await api.call(mapColumns, { params, body: { columns } })
		: intent === "add"
			? await api.call(addImport, { params, body: { addDuplicates } }, { idempotencyKey: idempotencyKeyIn(form) })
			: await api.call(retryTask, { params: { id: String(form.get("taskId") ?? "") } });
	if (done.ok) return redirect(`/${orgName}/manage-candidates/${params.id}/imports/${params.importId}`);
	const { error, fields = {}, status } = done.problem;
	if (status === 404) orThrow(done);
	const isBesideFields = Object.keys(fields).length > 0;
	return json({ error: isBesideFields ? null : error, fields, columns }, { status: httpStatus(done.problem) });
};

/** Returns the field of each column, in the order of the file. */
const columnsIn = (form: FormData): (ColumnField | "")[] => {
	const columns: (ColumnField | "")[] = [];
	for (let index = 0; form.has(`column-${index}`); index++) {
		const field = String(form.get(`column-${index}`));
		columns.push(isColumnField(field) ? field : "");
	}
	return columns;
};

export const clientAction = keepPage<typeof action>(({ problem: { error } }) => ({ error, fields: {}, columns: null }));

export const { handle, shouldRevalidate } = shows({ candidates: true });

const Import = () => {
	const { found, rows, here, pages, mayChange, idempotencyKey } = useLoaderData<typeof loader>();
	const refusal = useActionData<typeof action>();
	const { search } = useLocation();
	const params = new URLSearchParams(search);
	const discardTo = mayChange ? `${here}/discard` : undefined;
	const { status, columns, refusal: unreadable } = found;
	const isMapping =
		mayChange && columns && (status === "mapping" || (status === "ready" && params.get("step") === "columns"));
	const { timeZone } = useShell().organisation;
	const { done, left, canUndo } = resultOf(found, timeZone);
	useAnnouncedResult(status === "ready" ? countedRows(found.counts) : done);
	useImportCommands({
		here,
		addLabel: status === "ready" && !isMapping && mayChange ? "Import the candidates" : undefined,
		mayUndo: mayChange && canUndo,
		hasFailedRows: done !== undefined && left > 0,
		mayDiscard: mayChange && ["reading", "mapping", "checking", "ready"].includes(status),
	});
	return (
		<>
			<div className="flex flex-wrap items-center gap-2.5">
				<h2 className="min-w-0 text-lg break-words">{found.name}</h2>
				<ImportStatus status={status} />
			</div>
			{unreadable && (
				<Callout tone="danger" role="alert">
					{unreadable}
				</Callout>
			)}
			{isAtWork(found) && (
				<ImportProgress
					found={found}
					here={here}
					texts={workTexts}
					discardTo={["reading", "checking"].includes(status) ? discardTo : undefined}
					error={refusal?.error}
				/>
			)}
			{status === "mapping" && !mayChange && <Callout>Its columns are waiting to be confirmed.</Callout>}
			{isMapping && <ImportColumns columns={columns} refusal={refusal} discardTo={`${here}/discard`} />}
			{status === "ready" && !isMapping && mayChange && (
				<ImportReady found={found} here={here} idempotencyKey={idempotencyKey} refusal={refusal} />
			)}
			{(status === "added" || status === "undone") && <ImportDone found={found} here={here} mayChange={mayChange} />}
			{withRows.includes(status) && !isMapping && (
				<>
					<Tabs label="Rows" tabs={rowTabs(found, here, params)} />
					<ImportRows columns={candidateColumns} rows={rows} pages={pages} />
				</>
			)}
			<DialogOutlet />
		</>
	);
};
export default Import;

export const ErrorBoundary = () => (
	<ProblemPage texts={{ 404: { title: "Page not Found", message: "This import does not exist." } }} />
);

interface ImportDoneProps {
	found: CandidateImport;
	here: string;
	mayChange: boolean;
}

/** Shows the result of an import, and links to the rows that were not imported and to undo it. */
const ImportDone = ({ found, here, mayChange }: ImportDoneProps) => {
	const { done, left, canUndo } = resultOf(found, useShell().organisation.timeZone);
	return (
		<div className="grid grid-cols-1 gap-3">
			<Callout tone={found.status === "undone" ? "info" : "success"}>{done}</Callout>
			<div className="flex flex-wrap gap-2.5">
				{left > 0 && (
					<LinkButton to={`${here}/failed-rows`} icon={FileDown} reloadDocument>
						Download the rows that were not imported
					</LinkButton>
				)}
				{mayChange && canUndo && (
					<LinkButton to={`${here}/undo`} icon={Undo2} preventScrollReset>
						Undo this import
					</LinkButton>
				)}
			</div>
		</div>
	);
};

/** What the page says of an import that was carried out or undone, and how many rows were not imported. */
const resultOf = ({ status, counts, addedAt, addsDuplicates }: CandidateImport, timeZone: string) => {
	const { added = 0, failed = 0, wrong = 0, duplicate = 0, undone = 0, kept = 0 } = counts;
	const left = wrong + failed + (addsDuplicates ? 0 : duplicate);
	const texts: Partial<Record<CandidateImport["status"], string>> = {
		added: `${formatCount(added, "candidate was", "candidates were")} imported${
			addedAt === null ? "" : ` on ${formatDateTime(addedAt, timeZone)}`
		}, ${formatCount(left, "row was", "rows were")} not.`,
		undone: `The import was undone: ${formatCount(undone, "candidate is", "candidates are")} as before${
			kept > 0 ? `, ${formatCount(kept, "was", "were")} changed since and kept` : ""
		}.`,
	};
	return { done: texts[status], left, canUndo: status === "added" && added > 0 };
};
