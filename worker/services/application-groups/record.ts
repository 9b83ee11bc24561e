import { and, eq, type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import { fail } from "#worker/contract/result";
import { containsWords } from "#worker/database/contains-words";
import { folded } from "#worker/database/folded";
import { applicationGroupItems, applicationGroups } from "#worker/database/schema/applications";
import { defineRecord, findRecord } from "#worker/records/queries";
import { type GroupItem, groupItemRecord, groupRecord } from "#worker/services/application-groups/contract";

const items = sql<number>`(SELECT count(*) FROM application_group_items AS item
	WHERE item.organisation_id = application_groups.organisation_id AND item.group_id = application_groups.id)`;

export const applicationGroup = defineRecord({
	kind: "application_group",
	endpoints: groupRecord,
	table: applicationGroups,
	columns: { name: applicationGroups.name, items },
	sorts: { name: folded(applicationGroups.name), items },
	matching: (_, { name }) => containsWords(name, applicationGroups.name),
	nameOf: ({ name }) => name,
	duplicate: {
		index: "application_groups_by_name",
		field: "name",
		create: "group_exists",
		update: "group_exists",
		text: () => "Group already exists",
	},
	uses: {
		code: "group_in_use",
		by: ({ organisationId }, id) => [
			sql`SELECT 1 FROM application_group_items WHERE organisation_id = ${organisationId} AND group_id = ${id}`,
		],
	},
});

const ofGroup = (what: SQL) => sql<string>`(SELECT ${what} FROM application_groups AS held
	WHERE held.organisation_id = application_group_items.organisation_id AND held.id = application_group_items.group_id)`;
const groupName = ofGroup(sql`held.name`);
const carriers = sql<number>`(SELECT count(*) FROM application_tags AS tag
	WHERE tag.organisation_id = application_group_items.organisation_id AND tag.group_item_id = application_group_items.id)`;

export const groupItem = defineRecord({
	kind: "application_group_item",
	endpoints: groupItemRecord,
	table: applicationGroupItems,
	columns: {
		name: applicationGroupItems.name,
		groupId: applicationGroupItems.groupId,
		enabled: applicationGroupItems.enabled,
		groupName: groupName,
		applications: carriers,
	},
	toRow: ({ groupName, ...row }) => ({ ...row, group: { id: row.groupId, name: groupName } }) as GroupItem,
	sorts: {
		name: folded(applicationGroupItems.name),
		group: ofGroup(folded(applicationGroups.name, "held")),
		applications: carriers,
	},
	matching: (_, { name, groupId, enabled }) =>
		and(
			containsWords(name, applicationGroupItems.name),
			groupId === undefined ? undefined : eq(applicationGroupItems.groupId, groupId),
			enabled === undefined ? undefined : eq(applicationGroupItems.enabled, enabled),
		),
	nameOf: ({ name }) => name,
	duplicate: {
		index: "application_group_items_by_name",
		field: "name",
		create: "group_item_exists",
		update: "group_item_exists",
		text: () => "Group item already exists",
	},
	check: async (ctx, { groupId }) =>
		(await findRecord(ctx, applicationGroup, groupId))
			? undefined
			: fail("group_unknown", { fields: { groupId: ["This group does not exist. Choose another one."] } }),
	holds: (ctx, { groupId }) => isGroup(ctx, groupId),
	uses: {
		code: "group_item_in_use",
		by: ({ organisationId }, id) => [
			sql`SELECT 1 FROM application_tags WHERE organisation_id = ${organisationId} AND group_item_id = ${id}`,
		],
	},
});

const isGroup = ({ organisationId }: OrgContext, groupId: string) =>
	sql`EXISTS (SELECT 1 FROM application_groups WHERE organisation_id = ${organisationId} AND id = ${groupId})`;
