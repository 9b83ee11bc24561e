import { and, eq } from "drizzle-orm";
import { testDb } from "#tests/support/factories";
import { markSensitive } from "#worker/contract/forms/sensitive";
import { formDesignVersions, sensitiveFields } from "#worker/database/schema/forms";

/** Marks exactly these fields of a published form as sensitive, as publishing it again does. */
export const makeSensitive = async (
	{ organisationId, formDesignId }: { organisationId: string; formDesignId: string },
	...fieldIds: string[]
) => {
	const isDesign = and(
		eq(formDesignVersions.organisationId, organisationId),
		eq(formDesignVersions.formDesignId, formDesignId),
	);
	for (const { version, layout } of await testDb().select().from(formDesignVersions).where(isDesign))
		await testDb()
			.update(formDesignVersions)
			.set({ layout: markSensitive(layout, fieldIds) })
			.where(and(isDesign, eq(formDesignVersions.version, version)));
	for (const fieldId of fieldIds)
		await testDb().insert(sensitiveFields).values({ organisationId, formDesignId, fieldId });
};
