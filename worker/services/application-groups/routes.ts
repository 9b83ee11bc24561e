import type { App } from "#worker/http/create-app";
import { serveRecords } from "#worker/records/serve-records";
import { applicationGroup, groupItem } from "#worker/services/application-groups/record";

export const applicationGroupsRoutes = (app: App): void => {
	serveRecords(app, applicationGroup);
	serveRecords(app, groupItem);
};
