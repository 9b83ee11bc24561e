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

/** The public summary, its form read section by section; the files' names last (§3 Candidate info). */
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
		// why: the public record does not say how often a section was repeated; its answers do.
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

/**
 * Is there a passport picture to show (§2)? why asked for apart: §3 says what the summary's answer holds, and this is
 * not in it.
 */
export const hasPicture = async (context: AppLoadContext, organisation: string, publicId: string): Promise<boolean> => {
	const input = { params: { id: publicId }, query: { organisation } };
	const answer = await context.api.send(getCandidateInfoPhoto, input);
	if (!(answer instanceof Response)) return false;
	await answer.body?.cancel();
	return answer.ok;
};
