import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { placeChoices } from "#app/records/place-choices.server";
import { type LoadOffers, openRecord, saveRecord } from "#app/records/record.server";
import { keepRecord, RecordDialog } from "#app/records/record-dialog";
import { showsRecords } from "#app/records/screen";
import { structureScreen } from "#app/routes/admin-levels/screen";
import { structureChoices } from "#app/routes/admin-levels/structure-choices.server";
import { titledOver } from "#app/shell/titled";
import { type AdminLevelItem, levelItemRecord } from "#worker/services/admin-levels/contract";

export const meta = titledOver("Item");
export const loader = (args: LoaderFunctionArgs) =>
	openRecord(args, levelItemRecord, structureScreen, { loadChoices: structureChoices, loadOffers: placesOfItem });

const placesOfItem: LoadOffers = async (api, row) => {
	const item = row as AdminLevelItem | null;
	const above = item?.path.slice(0, -1).join(" › ") ?? "";
	const now = item && (item.parentItemId === null ? null : { id: item.parentItemId, name: above });
	return { parentItemId: await placeChoices(api, { resource: "levelitem", ...(item && { now }) }) };
};

export const action = (args: ActionFunctionArgs) => saveRecord(args, levelItemRecord, structureScreen);
export const clientAction = keepRecord;
export const { handle, shouldRevalidate } = showsRecords(structureScreen);

const ItemDialog = () => <RecordDialog screen={structureScreen} />;
export default ItemDialog;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
