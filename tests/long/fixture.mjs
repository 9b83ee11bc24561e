import { signInToApi, signInToPortal } from "../bench/sign-in.mjs";

const organisation = "crestfield";

/** Returns existing ids and a session that may use them: a request with one wrong value among right ones reaches further. */
export const openFixture = async (portal) => {
	const headers = await signInToApi(portal, { organisation });
	const ask = async (path, { method = "GET", body } = {}) => {
		const type = body === undefined ? {} : { "content-type": "application/json" };
		const init = { method, headers: { ...headers, ...type }, body: body && JSON.stringify(body) };
		const answer = await fetch(`${portal.url}/api${path}`, init);
		if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
		return answer.json();
	};
	const { id: applicationId } = await ask("/applications/default");
	const application = await ask(`/applications/${applicationId}`);
	const [applicant] = (await ask(`/candidates?applicationId=${applicationId}`)).data;
	const [notification] = (await ask("/notifications")).data;
	const [location] = (await ask("/locations")).data;
	const [course] = (await ask("/courses")).data;
	const name = `Fuzzed ${crypto.randomUUID()}`;
	const role = await ask("/ums/roles", { method: "POST", body: { name, privileges: [] } });
	const { formId } = await ask(`/candidates/${applicant.id}`);
	const { cookie } = await signInToPortal(portal, { organisation });
	return {
		url: portal.url,
		organisation,
		cookie,
		document: await ask("/openapi.json"),
		authorization: headers.authorization,
		ids: {
			applicationId,
			formId,
			roleId: role.id,
			applicantId: applicant.id,
			courseId: course.id,
			notificationId: notification.id,
			locationId: location.id,
			workflowId: application.workflow.id,
			stageId: application.workflow.steps[1].id,
		},
	};
};

/** Every operation of the API's own document. */
export const operationsOf = ({ document }) =>
	Object.entries(document.paths).flatMap(([path, methods]) =>
		Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
	);

/** Returns the path with existing ids. */
export const fillPath = ({ ids, organisation }, path) => {
	const [, first] = path.split("/");
	const owned = {
		candidates: ids.applicantId,
		applications: ids.applicationId,
		notifications: ids.notificationId,
		workflow: ids.workflowId,
		courses: ids.courseId,
		forms: ids.formId,
		ums: ids.roleId,
		organisation,
	};
	const values = { id: owned[first], orgName: organisation, product: "matricula" };
	return path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(values[name] ?? "unknown"));
};
