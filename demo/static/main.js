// Puts the page together: every part listens to the facts it shows; then the facts begin to come.

import { connect } from '/facts.js';
import * as controls from '/controls.js';
import * as felt from '/felt.js';
import * as meter from '/meter.js';
import * as told from '/told.js';
import * as tour from '/tour.js';

for (const part of [felt, meter, controls, told, tour]) part.start();
connect();
