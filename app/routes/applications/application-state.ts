import type { Application } from "#worker/services/applications/contract";

/** Returns what can be changed of an application, as the contract writes it and the history keeps it. */
export const stateOfApplication = ({ workflow, courses, applicationGroupItems, ...application }: Application) => ({
	...application,
	workflowId: workflow.id,
	courses: courses.map(({ course, formId, hasOwnForm }) => ({
		courseId: course.id,
		formId: hasOwnForm ? formId : null,
	})),
	groupItemIds: applicationGroupItems.map(({ id }) => id),
});
