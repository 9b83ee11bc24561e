import { DurableObject } from "cloudflare:workers";
import { Hono } from "hono";

/** why: the same settings serve this Worker and the portal, and they name a hub. */
export class NotificationHub extends DurableObject {}

const app = new Hono<{ Bindings: { DB: D1Database } }>();

/** Returns the list's first page as JSON without session, permission check, counts or page. */
app.get("/rows", async (c) => {
	const { results } = await c.env.DB.prepare(
		`SELECT applicants.id, first_name AS firstName, middle_name AS middleName, last_name AS lastName,
			application_number AS applicationNumber, email AS accountEmail, applicants.application_id AS applicationId,
			step_id AS stepId, workflow_steps.name AS stepName, workflow_steps.type AS stepType,
			course_id AS courseId, courses.code AS courseCode, courses.title AS courseTitle,
			location_id AS locationId, locations.name AS locationName, registered_at AS regDate,
			stage_changed_at AS stageChangedAt, last_reviewed_at AS lastReviewed, last_reviewed_by AS lastReviewedBy, version
		FROM applicants
		LEFT JOIN workflow_steps
			ON workflow_steps.organisation_id = applicants.organisation_id AND workflow_steps.id = step_id
		LEFT JOIN courses ON courses.organisation_id = applicants.organisation_id AND courses.id = course_id
		LEFT JOIN locations ON locations.organisation_id = applicants.organisation_id AND locations.id = location_id
		WHERE applicants.organisation_id = ? AND applicants.application_id = ?
		ORDER BY seq DESC LIMIT 10`,
	)
		.bind(c.req.query("organisation"), c.req.query("application"))
		.all();
	return c.json({ data: results });
});

/** Returns one submission with its layout as JSON and nothing else. */
app.get("/submission", async (c) => {
	const found = await c.env.DB.prepare(
		`SELECT data, layout FROM submissions JOIN form_design_versions AS designs
			ON designs.organisation_id = submissions.organisation_id AND designs.form_design_id = submissions.form_design_id
			AND designs.version = submissions.design_version
		WHERE submissions.organisation_id = ? AND submissions.id = ?`,
	)
		.bind(c.req.query("organisation"), c.req.query("id"))
		.first<{ data: string; layout: string }>();
	return c.json(found && { data: JSON.parse(found.data), layout: JSON.parse(found.layout) });
});

export default app;
