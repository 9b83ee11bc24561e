import * as v from "valibot";
import type { OrgContext } from "#worker/context";
import type { Endpoint } from "#worker/contract/endpoint";
import { compareLayouts } from "#worker/contract/forms/compare-layouts";
import type { FormLayout } from "#worker/contract/forms/form-schema";
import { fail, ok } from "#worker/contract/result";
import type { App } from "#worker/http/create-app";
import { serve } from "#worker/http/serve";
import { createRecord, updateRecord } from "#worker/records/operations";
import { findRecord } from "#worker/records/queries";
import { serveRecords } from "#worker/records/serve-records";
import * as contract from "#worker/services/form-designs/contract";
import {
	dropDraft,
	layoutOf,
	publishDraft,
	readDraft,
	restoreVersion,
	saveDraft,
	stepDraft,
} from "#worker/services/form-designs/edit-draft";
import { findEdited, findVersion, findVersions } from "#worker/services/form-designs/queries";
import { formDesign, formDesignWith } from "#worker/services/form-designs/record";
import { layoutOfStarter, listStarters } from "#worker/services/form-designs/starters";

/** Creates a form that begins with a layout. */
const createWith = (ctx: OrgContext, title: string, layout: FormLayout) =>
	createRecord(ctx, formDesignWith(layout), { title, active: true });

/** why: a fixed path comes before `/designs/:id`, which would take it for an id. */
export const formDesignsRoutes = (app: App): void => {
	serve(app, contract.listStarters, async () => ok({ starters: listStarters() }));
	// why as endpoints of any kind: they are creations and an update of a record, whose problems are known by its kind.
	serve(app, contract.startDesign as Endpoint, (ctx, { body }) => {
		const { title, starter } = v.parse(contract.startDesign.body, body);
		return createWith(ctx, title, layoutOfStarter(starter));
	});
	serve(app, contract.importDesign as Endpoint, (ctx, { body }) => {
		const { title, layout } = v.parse(contract.importDesign.body, body).design;
		return createWith(ctx, title, layout);
	});
	serveRecords(app, formDesign);
	serve(app, contract.setDesignActive as Endpoint, async (ctx, { params, body }) => {
		const { id } = v.parse(contract.setDesignActive.params, params);
		const { active, version } = v.parse(contract.setDesignActive.body, body);
		const found = await findRecord(ctx, formDesign, id);
		return found
			? updateRecord(ctx, formDesign, id, {
					fields: { title: found.title, active },
					version: version ?? found.version,
				})
			: fail("not_found");
	});
	serve(app, contract.copyDesign as Endpoint, async (ctx, { params, body }) => {
		const found = await findEdited(ctx, v.parse(contract.copyDesign.params, params).id);
		return found ? createWith(ctx, v.parse(contract.copyDesign.body, body).title, layoutOf(found)) : fail("not_found");
	});
	serve(app, contract.exportDesign, async (ctx, { params }) => {
		const found = await findEdited(ctx, params.id);
		return found
			? ok({ format: contract.designFormat, title: found.title, layout: layoutOf(found) })
			: fail("not_found");
	});
	serve(app, contract.getDesignDraft, (ctx, { params }) => readDraft(ctx, params.id));
	serve(app, contract.saveDesignDraft, (ctx, { params, body }) => saveDraft(ctx, params.id, body));
	serve(app, contract.stepDesignDraft, (ctx, { params, body: { to, version } }) =>
		stepDraft(ctx, params.id, to, version),
	);
	serve(app, contract.dropDesignDraft, (ctx, { params, query }) => dropDraft(ctx, params.id, query.version));
	serve(app, contract.publishDesign, (ctx, { params, body }) => publishDraft(ctx, params.id, body.version));
	serve(app, contract.listDesignVersions, async (ctx, { params: { id } }) => {
		const [found, versions] = await Promise.all([findRecord(ctx, formDesign, id), findVersions(ctx, id)]);
		return found ? ok({ versions }) : fail("not_found");
	});
	serve(app, contract.getDesignVersion, async (ctx, { params: { id, number } }) => {
		const found = await findVersion(ctx, id, number);
		if (!found) return fail("not_found");
		const { layout, before } = found;
		return ok({ number, layout, changes: before ? compareLayouts(before, layout) : [] });
	});
	serve(app, contract.restoreDesignVersion, (ctx, { params: { id, number }, body: { version } }) =>
		restoreVersion(ctx, id, number, version),
	);
};
