import type { App } from "#worker/http/create-app";
import { serve } from "#worker/http/serve";
import { serveRecords } from "#worker/records/serve-records";
import * as boards from "#worker/services/rankings/board.contract";
import * as contract from "#worker/services/rankings/contract";
import { exportRanking } from "#worker/services/rankings/export-ranking";
import { listRanked, readRanking } from "#worker/services/rankings/read-board";
import { rankingScheme } from "#worker/services/rankings/record";
import { startRanking } from "#worker/services/rankings/start-ranking";

export const rankingRoutes = (app: App): void => {
	serveRecords(app, rankingScheme);
	serve(app, contract.startRanking, (ctx, { params }) => startRanking(ctx, params.id));
	serve(app, boards.getRanking, (ctx, { params }) => readRanking(ctx, params.id));
	serve(app, boards.exportRanking, (ctx, { params }) => exportRanking(ctx, params.id));
	serve(app, boards.listRanked, (ctx, { params, query }) => listRanked(ctx, params, query));
};
