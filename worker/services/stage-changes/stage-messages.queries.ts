import { sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";

/** A file attached to a step's messages. */
interface StepFile {
	name: string;
	mimetype: string;
	/** In bytes. */
	size: number;
	objectKey: string;
}

interface StepTemplates {
	undoWindowSeconds: number;
	emailId: string | null;
	emailName: string | null;
	subject: string | null;
	content: string | null;
	letterId: string | null;
	letterName: string | null;
}

/** Reads the templates of a step that are in use, its files, and the institution's undo window. */
export const readStepTemplates = async ({ db, organisationId }: OrgContext, stepId: string) => {
	const [[templates], files] = await Promise.all([
		db.all<StepTemplates>(sql`
			SELECT organisation.undo_window_seconds AS undoWindowSeconds, email.id AS emailId, email.name AS emailName, email.subject,
				email.content, letter.id AS letterId, letter.name AS letterName
			FROM organisations AS organisation
			LEFT JOIN workflow_steps AS step ON step.organisation_id = organisation.id AND step.id = ${stepId}
			LEFT JOIN templates AS email ON email.organisation_id = organisation.id AND email.id = step.email_template_id
				AND email.type = 'email' AND email.active = 1
			LEFT JOIN templates AS letter ON letter.organisation_id = organisation.id AND letter.id = step.pdf_template_id
				AND letter.type = 'document' AND letter.active = 1
			WHERE organisation.id = ${organisationId}`),
		db.all<StepFile>(sql`
			SELECT name, mimetype, size, object_key AS objectKey FROM workflow_step_attachments
			WHERE organisation_id = ${organisationId} AND step_id = ${stepId} ORDER BY created_at, id`),
	]);
	return { templates, files };
};
