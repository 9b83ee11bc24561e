import * as v from "valibot";
import type { OrgContext } from "#worker/context";
import { fail, ok, type Result } from "#worker/contract/result";
import { databaseFor } from "#worker/database/database";
import { type ZippedFile, zipStoredFiles } from "#worker/gateways/files/zip-stored";
import type { PdfPart } from "#worker/gateways/pdf/content";
import type { Picture } from "#worker/gateways/pdf/read-picture";
import { renderPdf } from "#worker/gateways/pdf/render-pdf";
import { revealAnswers } from "#worker/services/forms/contract";
import { PrintAs, type PrintableForm, printForms } from "#worker/services/printing/contract";
import { formDocument } from "#worker/services/printing/form-document";
import { drawForm, readLogo, readPassport, readPrintable } from "#worker/services/printing/print-applicant";
import { printFormsTask } from "#worker/services/printing/print-forms";
import { downloadsFolder } from "#worker/sweep/old-downloads";
import type { Job, OpenTask } from "#worker/tasks/job";
import { advanceTask } from "#worker/tasks/task.writes";

const Input = v.object({ candidateIds: v.array(v.string()), as: PrintAs, isClear: v.optional(v.boolean(), false) });

/** The forms stored so far, each to become a file of the zip. */
const Printed = v.object({ files: v.array(v.object({ objectKey: v.string(), name: v.string(), size: v.number() })) });

/** Forms of one slice: some seconds of drawing. */
const largestSlice = 15;
/** Forms of one PDF after which its progress is recorded. */
const formsPerStep = 5;

/** Draws the forms of a selection: into one PDF at once, or file by file and then into a zip. */
export const printFormsJob: Job = {
	type: printFormsTask,
	readers: printForms.access,
	readersOf: (given) => (v.parse(Input, given).isClear ? revealAnswers.access : printForms.access),
	retry: { access: printForms.access },
	longestDeliveryMs: 10_000,
	prepare: (given) => {
		const { candidateIds, as, isClear } = v.parse(Input, given);
		return async (background, task, size) => {
			// why: the data of a slice's applicants is read side by side, in one batch.
			const ctx = { ...background, db: databaseFor(background.env, background.organisationId, {}) };
			if (as === "pdf") return printTogether(ctx, task, { ids: candidateIds, isClear });
			const ids = candidateIds.slice(task.done, task.done + Math.min(size, largestSlice));
			return printSlice(ctx, task, { ids, isClear });
		};
	},
};

interface ToPrint {
	ids: readonly string[];
	/** Whether sensitive answers are printed as they are. */
	isClear: boolean;
}

/** The applicants that exist: those deleted meanwhile are left out. */
const readAll = async (ctx: OrgContext, { ids, isClear }: ToPrint): Promise<PrintableForm[]> => {
	const read = await Promise.all(ids.map((id) => readPrintable(ctx, id, isClear)));
	return read.flatMap((form) => (form.ok ? [form.value] : []));
};

const folderOf = (ctx: OrgContext, task: OpenTask): string => `${downloadsFolder}${ctx.organisationId}/${task.id}`;

const printTogether = async (ctx: OrgContext, task: OpenTask, chosen: ToPrint): Promise<Result<undefined>> => {
	const [forms, logo] = await Promise.all([readAll(ctx, chosen), readLogo(ctx)]);
	const [first] = forms;
	if (!first) return fail("not_found");
	const title = `Applicant forms of ${first.organisation.name}`;
	const mimetype = "application/pdf";
	const volumes: ZippedFile[] = [];
	let standing = task;
	const tell = async (done: number) => {
		if (done % formsPerStep === 0) standing = await tellProgress(ctx, standing, done);
	};
	for await (const parts of inVolumes(ctx, forms, logo, tell)) {
		const bytes = await renderPdf({ title, author: first.organisation.name, parts });
		const number = volumes.length + 1;
		const objectKey = `${folderOf(ctx, task)}/forms-${number}.pdf`;
		await ctx.env.FILES.put(objectKey, bytes, { httpMetadata: { contentType: mimetype } });
		volumes.push({ objectKey, name: `Applicant forms ${number}.pdf`, size: bytes.length });
	}
	const [only, second] = volumes;
	if (!only || second) return endWithZip(ctx, standing, volumes, forms.length);
	const result = { ...only, name: "Applicant forms.pdf", mimetype, ...outcome(task, forms.length) };
	await ctx.db.batch([advanceTask(ctx, standing, { done: task.total, result })]);
	return ok(undefined);
};

/** Records the progress of one PDF, at its end only when the file is stored. @returns the task as it is now */
const tellProgress = async (ctx: OrgContext, task: OpenTask, done: number): Promise<OpenTask> => {
	if (done <= task.done || done >= task.total) return task;
	await ctx.db.batch([advanceTask(ctx, task, { done, result: null })]);
	return { ...task, done };
};

/** Which applicants' forms are in the file, and which are not. */
const outcome = ({ total }: OpenTask, drawn: number) => ({ drawn, leftOut: total - drawn });

/** why the applicant in a key: a slice that is done again puts the same forms under the same keys. */
const printSlice = async (ctx: OrgContext, task: OpenTask, chosen: ToPrint): Promise<Result<undefined>> => {
	const before = task.result ? v.parse(Printed, task.result).files : [];
	const [forms, logo] = await Promise.all([readAll(ctx, chosen), readLogo(ctx)]);
	const drawn: ZippedFile[] = [];
	for (const form of forms) {
		const photo = await readPassport(ctx, form.applicant.id);
		const { bytes, name } = await drawForm(form, { logo, photo });
		const objectKey = `${folderOf(ctx, task)}/${form.applicant.id}.pdf`;
		await ctx.env.FILES.put(objectKey, bytes);
		drawn.push({ objectKey, name, size: bytes.length });
	}
	const files = [...before, ...drawn];
	const done = task.done + chosen.ids.length;
	if (done < task.total) {
		await ctx.db.batch([advanceTask(ctx, task, { done, result: { files } })]);
		return ok(undefined);
	}
	return files.length === 0 ? fail("not_found") : endWithZip(ctx, task, files, files.length);
};

/** Ends the task with a zip of the files, which are deleted afterwards. */
const endWithZip = async (
	ctx: OrgContext,
	task: OpenTask,
	files: readonly ZippedFile[],
	drawn: number,
): Promise<Result<undefined>> => {
	const objectKey = `${folderOf(ctx, task)}/forms.zip`;
	const size = await zipStoredFiles(ctx, files, objectKey);
	const result = { objectKey, name: "Applicant forms.zip", mimetype: "application/zip", size, ...outcome(task, drawn) };
	await ctx.db.batch([advanceTask(ctx, task, { done: task.total, result })]);
	await ctx.env.FILES.delete(files.map((file) => file.objectKey));
	return ok(undefined);
};

/** Pictures of one PDF, in characters. why: all of them are in memory at once. */
const maxPictures = 24_000_000;

/** Draws forms as pages of as many PDFs as their pictures need (§2). @param tell called with the forms drawn */
async function* inVolumes(
	ctx: OrgContext,
	forms: readonly PrintableForm[],
	logo: Picture | undefined,
	tell: (done: number) => Promise<void>,
): AsyncGenerator<PdfPart[]> {
	let parts: PdfPart[] = [];
	let room = maxPictures;
	for (const [index, form] of forms.entries()) {
		const photo = await readPassport(ctx, form.applicant.id);
		const needed = photo?.dataUrl.length ?? 0;
		if (needed > room && parts.length > 0) {
			yield parts;
			parts = [];
			room = maxPictures;
		}
		room -= needed;
		parts.push(formDocument(form, { logo, photo }));
		await tell(index + 1);
	}
	yield parts;
}
