import type { AppLoadContext } from "@remix-run/cloudflare";
import { type ReadSection, readForm } from "#worker/contract/forms/form-reading";
import { ok, type Result } from "#worker/contract/result";
import {
	getCandidateInfo,
	getCandidateInfoPhoto,
	type PublicCandidate,
} from "#worker/services/candidate-info/contract";

export interface Summary {
	candidate: PublicCandidate;
	sections: ReadSection[];
}

/** Loads the public summary: its form by section, then the names of its files (§3 Candidate info). */
export const readSummary = async (
	context: AppLoadContext,
	organisation: string,
	publicId: string,
): Promise<Result<Summary>> => {
	const info = await context.api.call(getCandidateInfo, { params: { id: publicId }, query: { organisation } });
	if (!info.ok) return info;
	const { candidate, formData, formSchema } = info.value;
	const sections = readForm({
		layout: formSchema,
		data: formData.data,
		// why no counts: the public record has none; its answers show the repeats.
		repeats: { sections: {}, rows: {} },
		attachments: [],
	});
	return ok({ candidate, sections: [...sections, ...attachmentsSection(formData.attachments)] });
};

const attachmentsSection = (attachments: readonly { name: string; mimetype: string }[]): ReadSection[] => {
	if (attachments.length === 0) return [];
	const rows = attachments.map(({ name, mimetype }, index) => ({
		id: `file-${index}`,
		fields: [{ fieldId: `file-${index}`, label: describeType(mimetype), kind: "text" as const, value: name }],
	}));
	return [{ id: "attachments", title: "Attachments", isExtra: false, rows }];
};

const describeType = (mimetype: string): string =>
	mimetype.startsWith("image/") ? "Picture" : mimetype === "application/pdf" ? "PDF" : "File";

/** Checks whether there is a passport picture (§2). why a request of its own: §3 fixes the summary's response. */
export const hasPicture = async (context: AppLoadContext, organisation: string, publicId: string): Promise<boolean> => {
	const input = { params: { id: publicId }, query: { organisation } };
	const answer = await context.api.send(getCandidateInfoPhoto, input);
	if (!(answer instanceof Response)) return false;
	await answer.body?.cancel();
	return answer.ok;
};
